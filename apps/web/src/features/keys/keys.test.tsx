import type { ApiKey } from "@petstore/contract/client";
import { describe, expect, it } from "vitest";
import { keyOf as key } from "../../../test/support/examples";
import { actAs } from "../../../test/support/fake-service";
import { markupOf, textOf } from "../../../test/support/markup";
import { ApiError } from "../../lib/service/api-error";
import { Expiry, KeyMenu, KeyStateBadge, LastUsed, OldCalls, useCanRotate } from "./key-parts";
import { isAnswerLost, toSecret } from "./key-secret";
import { toNewKey } from "./new-key";
import { DAY_MS } from "../../lib/text/local-days";

const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
/** The first moment of a day, counted from today. */
const startOfDay = (days: number) => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString();
};

const ofSam = { createdBy: { id: 8, email: "sam@store.example", name: "Sam" } };

describe("a new key", () => {
  const now = Date.parse("2026-11-22T12:00:00.000Z");

  it("expires after the chosen days, or never", () => {
    const given = { name: "Till", scope: "read" };
    expect(toNewKey({ ...given, expiresAt: "30" }, now)).toEqual({ ...given, expiresAt: "2026-12-22T12:00:00.000Z" });
    expect(toNewKey({ ...given, expiresAt: "never" }, now)).toEqual(given);
  });

  it("may exist after a lost response, but not after a refusal", () => {
    const failures = [0, 500, 503, 409].map((status) => new ApiError("failed", "No.", status));
    expect([...failures, new TypeError(), null].map(isAnswerLost)).toEqual([true, true, true, false, false, false]);
    expect(toSecret("pets_live_secret").value).toBe("pets_live_secret");
  });
});

describe("the actions on a key", () => {
  it("allow only the owner of a working key to replace it", () => {
    actAs("manager");
    const may: boolean[] = [];
    const Probe = () => {
      const canRotate = useCanRotate();
      may.push(...[key(), key(ofSam), key({ expiresAt: at(-1) }), key({ revokedAt: at(-1) })].map(canRotate));
      return null;
    };
    markupOf(<Probe />);
    expect(may).toEqual([true, false, false, false]);
  });

  it("are no longer offered once the key is revoked", () => {
    const menu = (apiKey: ApiKey) => markupOf(<KeyMenu apiKey={apiKey} onAct={() => undefined} />);
    expect(menu(key({ expiresAt: at(-1) }))).toContain("Actions for Till");
    expect(menu(key({ revokedAt: at(-1) }))).toBe("");
  });
});

describe("a key in the list", () => {
  it("shows its state, its expiry and its calls of deprecated operations", () => {
    const tell = (apiKey: ApiKey) =>
      textOf(
        <>
          <KeyStateBadge apiKey={apiKey} /> <Expiry apiKey={apiKey} /> <LastUsed apiKey={apiKey} />
          <OldCalls apiKey={apiKey} />
        </>,
      );
    expect(tell(key())).toBe("Works Never Not yet");
    expect(tell(key({ expiresAt: startOfDay(3), lastUsedAt: startOfDay(-1) }))).toBe("Works in 3 days Soon yesterday");
    expect(tell(key({ expiresAt: at(-1.5) }))).toMatch(/^Expired \d/);
    expect(
      tell(key({ revokedAt: at(-1), deprecatedCalls: [{ date: "2026-11-21", operationId: "getPet", count: 2 }] })),
    ).toBe("Revoked Never Not yet 2 old calls");
  });
});
