import { describe, expect, it } from "vitest";
import type { IncomingMessage } from "node:http";
import { checkAccept, checkMessage, normaliseTarget, readTarget } from "./check-message.js";

describe("readTarget", () => {
  it.each([
    ["/v1/pets", "/v1/pets", ""],
    ["/v1/pets?limit=1?2", "/v1/pets", "?limit=1?2"],
    ["http://pets.example/v1/pets?a=b", "/v1/pets", "?a=b"],
    ["/v1/pets?q=a\\b", "/v1/pets", "?q=a\\b"],
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

const messageOf = (message: Partial<IncomingMessage>) => message as IncomingMessage;

describe("checkMessage", () => {
  const check = (httpVersion: string, fields: Record<string, string>, hosts: readonly string[]) =>
    checkMessage(messageOf({ httpVersion, headers: fields, rawHeaders: hosts.flatMap((host) => ["Host", host]) }));

  it.each([
    ["1.1", ["a", "b"]],
    ["1.1", []],
    ["1.0", ["a", "b"]],
  ])("refuses HTTP/%s with the Host fields %j", (version, hosts) => {
    expect(() => check(version, {}, hosts)).toThrow("header Host must be given exactly once");
  });

  it.each([
    ["1.1", ["a"]],
    ["1.0", []],
    ["1.0", ["a"]],
  ])("accepts HTTP/%s with the Host fields %j", (version, hosts) => {
    expect(() => check(version, {}, hosts)).not.toThrow();
  });

  it("accepts only the transfer coding chunked, in any case of letters", () => {
    expect(() => check("1.1", { "transfer-encoding": "Chunked" }, ["a"])).not.toThrow();
    for (const coding of ["gzip", "gzip, chunked", ""])
      expect(() => check("1.1", { "transfer-encoding": coding }, ["a"])).toThrow(
        "header Transfer-Encoding must be chunked or omitted",
      );
  });
});

describe("normaliseTarget", () => {
  it("returns the path and removes the origin from the URL", () => {
    const message = messageOf({ url: "http://pets.example/v1/pets?limit=1" });
    expect([normaliseTarget(message), message.url]).toEqual(["/v1/pets", "/v1/pets?limit=1"]);
  });

  it("refuses a target that is not a path", () => {
    expect(() => normaliseTarget(messageOf({ url: "*" }))).toThrow(
      "the request target must be a path that starts with /",
    );
  });
});

describe("checkAccept", () => {
  const check = (accept?: string, types = ["application/json"]) =>
    checkAccept(messageOf({ headers: accept === undefined ? {} : { accept } }), types);

  it.each([
    undefined,
    "",
    "*/*",
    "application/json",
    "text/html, */*;q=0.1",
    "application/*",
    "application/json;q=0.1",
  ])("accepts %j", (accept) => {
    expect(() => check(accept)).not.toThrow();
  });

  it.each(["text/html", "application/json;q=0", "*/*;q=0", "text/*"])("refuses %j", (accept) => {
    expect(() => check(accept)).toThrow("application/json");
  });

  const [json, stream] = ["application/json", "text/event-stream"];
  it.each([
    [undefined, json],
    ["*/*", json],
    [`${json}, ${stream}`, json],
    ["*/*;q=0.5, application/*;q=0.5", json],
    [stream, stream],
    ["text/*", stream],
    [`${stream}, */*`, stream],
    [`${stream};q=0.9, ${json};q=0.8`, stream],
    [`${stream};q=0.5, ${json}`, json],
    [`${json};q=0, */*`, stream],
  ])("chooses between two media types by Accept: %j", (accept, chosen) => {
    expect(check(accept, [json, stream])).toBe(chosen);
  });

  it("names every available media type when it refuses", () => {
    expect(() => check("text/html", [json, stream])).toThrow(
      "header Accept must allow application/json or text/event-stream, the only media types available",
    );
  });
});
