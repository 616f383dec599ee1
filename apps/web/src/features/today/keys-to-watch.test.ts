import type { ApiKey } from "@petstore/contract/client";
import { expect, it } from "vitest";
import { keysToWatch } from "./keys-to-watch";

const now = Date.parse("2026-11-22T10:00:00.000Z");

const keyOf = (id: number, expiresAt: string | null, calls: readonly (readonly [string, number])[] = []): ApiKey => ({
  id,
  name: `Key ${id}`,
  scope: "read",
  prefix: "pets_live_",
  lastFour: "x7Qd",
  createdAt: "2026-11-01T10:00:00.000Z",
  createdBy: { id: 3, email: "sam@petstore.example", name: "Sam" },
  lastUsedAt: null,
  expiresAt,
  revokedAt: null,
  parentId: null,
  deprecatedCalls: calls.map(([operationId, count]) => ({ date: "2026-11-21", operationId, count })),
});

it("lists keys that end within 14 days, then callers of deprecated operations", () => {
  const keys = [
    keyOf(1, null),
    keyOf(2, "2027-01-01T00:00:00.000Z"),
    keyOf(3, null, [["getPet", 17]]),
    keyOf(4, "2026-12-01T00:00:00.000Z"),
    keyOf(5, "2026-11-23T00:00:00.000Z", [["getPet", 1]]),
    keyOf(6, null, [
      ["getPet", 20],
      ["getPet", 3],
    ]),
  ];
  expect(keysToWatch(keys, now).map(({ key, calls, operations }) => [key.id, calls, operations])).toEqual([
    [5, 1, ["getPet"]],
    [4, 0, []],
    [6, 23, ["getPet"]],
    [3, 17, ["getPet"]],
  ]);
});

it("does not tell the end of a key that only calls what is deprecated", () => {
  const [watched] = keysToWatch([keyOf(1, "2027-01-01T00:00:00.000Z", [["getPet", 1]])], now);
  expect(watched?.endsAt).toBeNull();
});
