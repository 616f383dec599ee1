import { contract } from "@petstore/contract/routes";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { findExpressions } from "./support/regular-expressions.js";

// recheck reads this variable when it is imported. Its other backends need Java or native code.
process.env["RECHECK_SYNC_BACKEND"] = "pure";
const { checkSync } = await import("recheck");

const found = findExpressions();
const ANALYSIS_TIMEOUT_MS = 120_000;

/**
 * Removes the bounds of repetitions. An unbounded repetition is at least as slow as a bounded one. Its analysis is exact
 * and fast, while `{64}` has so many states that recheck guesses, and differently on a busy machine.
 */
const withoutBounds = (pattern: string) => pattern.replace(/\{(?:1,)?[0-9]{2,}\}/g, "+");

/** Returns "safe", or the complexity together with a text that causes it. */
const complexityOf = (pattern: string, flags: string): string => {
  const analysis = checkSync(withoutBounds(pattern), flags, { timeout: ANALYSIS_TIMEOUT_MS });
  return analysis.status === "vulnerable"
    ? `${analysis.complexity.summary}, as with ${analysis.attack.pattern}`
    : analysis.status;
};

describe("the regular expressions of the sources", () => {
  it("are found, and an expression that is not linear is reported", () => {
    expect(found.length).toBeGreaterThan(40);
    expect(complexityOf("(a+)+$", "")).toMatch(/^exponential/);
    expect(complexityOf("[^,]*$", "")).toMatch(/^2nd degree polynomial/);
  });

  it("are linear in the length of their input", { timeout: 1_800_000 }, () => {
    const queries = [contract.auditEvents.listAuditEvents.query, contract.history.listHistory.query];
    const made = queries.flatMap((query) => Object.values(z.toJSONSchema(query, { io: "input" }).properties ?? {}));
    const patterns = made.flatMap((property) => (property as { pattern?: string }).pattern ?? []);
    const written = found.filter(({ pattern }) => pattern !== undefined);
    const all = [...written, ...patterns.map((pattern) => ({ at: "audit-filters.ts", pattern, flags: "" }))];
    const verdicts = new Map<string, string>();
    const faulty = all.flatMap(({ at, pattern = "", flags }) => {
      const key = `/${pattern}/${flags}`;
      const verdict = verdicts.get(key) ?? complexityOf(pattern, flags);
      verdicts.set(key, verdict);
      return verdict === "safe" ? [] : [`${at} ${key} is ${verdict}`];
    });
    expect(faulty).toEqual([]);
  });

  it("are built at run time in one file only", () => {
    expect(found.filter(({ pattern }) => pattern === undefined).map(({ at }) => at.split(":")[0])).toEqual([
      "packages/contract/src/event/audit-filters.ts",
    ]);
  });
});
