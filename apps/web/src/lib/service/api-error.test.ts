import { ConnectionError, TimeoutError } from "@petstore/contract/client";
import { describe, expect, it } from "vitest";
import { ApiError, isTemporary, mayPass, nextTryMs, toApiError, toFailure } from "./api-error";

const failure = (code: string, status: number, retryAfterMs: number | null = null) =>
  new ApiError(code, "It failed.", status, null, retryAfterMs);

describe("toApiError", () => {
  it("takes the code, the message, the request id and the wait from the response", () => {
    const headers = new Headers({ "retry-after": "90", "x-request-id": "abc" });
    const error = toApiError({ status: 429, body: { code: "rate_limited", message: "Too many." }, headers });
    expect(error).toMatchObject({ code: "rate_limited", message: "Too many.", status: 429, requestId: "abc" });
    expect(error.retryAfterMs).toBe(90_000);
  });

  it("takes the id of what is in the way", () => {
    const refused = { status: 409, body: {}, headers: new Headers() };
    expect(toApiError({ ...refused, problem: { conflict: { kind: "customer", id: 7 } } }).conflictId).toBe(7);
    expect(toApiError(refused).conflictId).toBeUndefined();
  });

  it("uses defaults if the response has no code and no wait", () => {
    const error = toApiError({ status: 502, body: "Bad gateway", headers: new Headers() });
    expect(error).toMatchObject({ code: "unexpected", retryAfterMs: null, requestId: null });
  });
});

describe("toFailure", () => {
  const stopped = new DOMException("Stopped.", "AbortError");
  const known = failure("not_found", 404);
  it.each([
    ["a lost connection", new ConnectionError({ code: "connection_error", message: "Lost." }), "offline"],
    ["no answer in time", new TimeoutError({ code: "timeout", message: "Late." }), "timeout"],
    ["an answer that stands still", new DOMException("Late.", "TimeoutError"), "timeout"],
    ["anything else", new TypeError("A bug."), "unexpected"],
  ])("recognises %s", (_, error, code) => {
    expect(toFailure(error)).toMatchObject({ name: "ApiError", code, status: 0 });
  });

  it("returns a known failure and a cancelled request unchanged", () => {
    expect([toFailure(known), toFailure(stopped)]).toEqual([known, stopped]);
  });
});

describe("a failure", () => {
  it.each([
    [failure("rate_limited", 429), true, true],
    [failure("unavailable", 503), true, true],
    [failure("offline", 0), true, true],
    [failure("timeout", 0), true, true],
    [failure("internal_error", 500), false, true],
    [failure("unexpected", 0), false, false],
    [failure("conflict", 409), false, false],
    [new TypeError("A bug."), false, false],
  ])("with %s is temporary: %s; reads are repeated after it: %s", (error, isBrief, isLater) => {
    expect([isTemporary(error), mayPass(error)]).toEqual([isBrief, isLater]);
  });

  it("lets a read wait as long as the service says, and at least 15 s", () => {
    const waits = [failure("busy", 503, 60_000), failure("busy", 503, 1_000), failure("busy", 503)].map(nextTryMs);
    expect(waits).toEqual([60_000, 15_000, 15_000]);
  });
});
