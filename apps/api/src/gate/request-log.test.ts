import { describe, expect, it } from "vitest";
import { redactUrl } from "./request-log.js";

describe("a logged URL", () => {
  it.each([
    ["/v1/customers?q=ada%40a.example", "/v1/customers?q=[redacted]"],
    ["/v1/customers?limit=1&%71=ada&q=byron", "/v1/customers?limit=1&%71=[redacted]&q=[redacted]"],
    ["/v1/orders?reference=Ada&status=placed", "/v1/orders?reference=[redacted]&status=placed"],
    ["/v1/wrong?re%66erence=Ada=a?q=b", "/v1/wrong?re%66erence=[redacted]"],
  ])("has no value of a parameter that the contract marks as personal: %s", (url, logged) => {
    expect(redactUrl(url)).toBe(logged);
  });

  it("has the values of the other parameters as they are", () => {
    const url = "/v1/pets?status=sold&limit=5&cursor=a%3Db";
    expect(redactUrl(url)).toBe(url);
  });
});
