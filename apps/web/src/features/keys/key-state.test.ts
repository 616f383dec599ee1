import { describe, expect, it } from "vitest";
import { keyOf as key } from "../../../test/support/examples";
import { isEndingSoon, oldCallsOf, stateOf } from "./key-state";
import { parseKeySearch } from "./search";

const now = Date.parse("2026-11-22T12:00:00Z");

describe("the state of a key", () => {
  it("is revoked rather than expired, and active without an expiry", () => {
    const past = "2026-11-22T11:59:59.000Z";
    expect(stateOf(key({ revokedAt: past, expiresAt: past }), now)).toBe("revoked");
    expect(stateOf(key({ expiresAt: past }), now)).toBe("expired");
    expect(stateOf(key({}), now)).toBe("active");
  });

  it("ends soon if a working key has at most 14 days left", () => {
    expect(isEndingSoon(key({ expiresAt: "2026-12-06T12:00:00.000Z" }), now)).toBe(true);
    expect(isEndingSoon(key({ expiresAt: "2026-12-06T12:00:01.000Z" }), now)).toBe(false);
    expect(isEndingSoon(key({ expiresAt: "2026-11-22T11:00:00.000Z" }), now)).toBe(false);
  });

  it("adds up the calls of deprecated operations", () => {
    const call = { date: "2026-11-21", operationId: "getPet", count: 17 };
    expect(oldCallsOf(key({ deprecatedCalls: [call, { ...call, count: 3 }] }))).toBe(20);
  });
});

describe("the address of the keys page", () => {
  it("reads what the contract accepts and leaves out the rest", () => {
    expect(parseKeySearch({ status: "all", cursor: "abc", open: "5" })).toEqual({
      status: "all",
      cursor: "abc",
      open: 5,
    });
    expect(parseKeySearch({ status: "lost", cursor: "a b", open: "-1", colour: "red" })).toEqual({});
  });
});
