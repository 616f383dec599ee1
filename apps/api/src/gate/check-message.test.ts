import { describe, expect, it } from "vitest";
import { readTarget } from "./check-message.js";

describe("readTarget", () => {
  it.each([
    ["/v1/pets", "/v1/pets", ""],
    ["/v1/pets?limit=1?2", "/v1/pets", "?limit=1?2"],
    ["http://pets.example/v1/pets?a=b", "/v1/pets", "?a=b"],
    ["/v1/pets?name=a\\b", "/v1/pets", "?name=a\\b"],
    ["HTTPS://pets.example:8443/", "/", ""],
    ["//pets.example/v1", "//pets.example/v1", ""],
  ])("reads %s", (target, path, query) => {
    expect(readTarget(target)).toEqual({ path, pathAndQuery: path + query });
  });

  it.each(["", "*", "v1/pets", "?a", "foo://h/v1", "http:///v1", "http://h", "/v1#x", "/v1?a#x", "/v1\\pets", "a:1"])(
    "refuses %j",
    (target) => expect(readTarget(target)).toBeUndefined(),
  );
});
