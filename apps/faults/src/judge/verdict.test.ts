import { describe, expect, it } from "vitest";
import { type FaultCase } from "../cases/fault-case.js";
import type { Outcome } from "../traffic/ask.js";
import { createOperations } from "../traffic/operations.js";
import type { Attempt } from "../traffic/traffic.js";
import { measureRecovery } from "./recovery.js";
import { judge } from "./verdict.js";

const operations = createOperations();
const find = (kind: string) => operations.find((operation) => operation.kind === kind) ?? expect.fail();
const answer = (status: number, headers = {}): Outcome => ({ status, headers, body: "" });
const attempt = (kind: string, outcome: Outcome, startedAt = 0, endedAt = startedAt + 10): Attempt => ({
  ...{ operation: find(kind), outcome, startedAt, endedAt },
});

const faultCase: FaultCase = { fault: "cut", at: "query", store: "proxied", inject: async () => ({ backAt: 0 }) };
const evidence = {
  attempts: [] as readonly Attempt[],
  recovery: { ms: 100, last: [] },
  before: { descriptors: 30, rssMb: 100 },
  after: { descriptors: 32, rssMb: 110 },
  losses: { lost: 0, doubled: 0 },
  injected: { backAt: 0 },
  exit: undefined,
};
const reasonsFor = (change: Partial<Parameters<typeof judge>[1]>, of: FaultCase = faultCase) =>
  judge(of, { ...evidence, ...change }, 5_000);

describe("judge", () => {
  it("passes 503 with Retry-After and a recovery in time", () => {
    const attempts = [attempt("creates", answer(503, { "retry-after": "1" })), attempt("creates", answer(201))];
    expect(reasonsFor({ attempts })).toEqual([]);
  });

  it.each([
    [attempt("creates", answer(500)), "creates: 500"],
    [attempt("creates", answer(503)), "creates: 503 without Retry-After"],
    [attempt("creates", answer(502)), "creates: 502 is not declared"],
    [attempt("single reads", answer(401)), "single reads: 401"],
    [attempt("/healthz", answer(503)), "/healthz: 503 is not declared"],
    [attempt("search", "closed"), "search: connection closed without a response"],
    [attempt("search", "late"), "search: no response within 15 s"],
  ])("fails a wrong outcome: %#", (wrong, reason) => {
    expect(reasonsFor({ attempts: [wrong] })).toEqual([reason]);
  });

  it("allows closed connections when the serving process is killed", () => {
    expect(reasonsFor({ attempts: [attempt("search", "closed")] }, { ...faultCase, mayClose: true })).toEqual([]);
  });

  it.each([
    [{ recovery: { ms: 5_001, last: ["search"] } }, "not recovered within 5 s: search"],
    [{ recovery: { ms: undefined, last: ["/readyz"] } }, "not recovered within 5 s: /readyz"],
    [{ losses: { lost: 1, doubled: 0 } }, "1 acknowledged writes lost"],
    [{ losses: { lost: 0, doubled: 2 } }, "2 pets created twice"],
    [{ after: { descriptors: 60, rssMb: 100 } }, "descriptors grew from 30 to 60"],
    [{ after: { descriptors: 30, rssMb: 300 } }, "memory grew from 100 to 300 MB"],
    [{ exit: "1" }, "the service exited with 1"],
  ])("fails for %j", (change, reason) => {
    expect(reasonsFor(change)).toEqual([reason]);
  });
});

describe("measureRecovery", () => {
  const kinds = [find("creates"), find("search")];

  it("ends at the first success of the slowest kind without a later failure", () => {
    const attempts = [
      attempt("search", answer(200), 1_000),
      attempt("creates", answer(503), 1_000),
      attempt("creates", answer(201), 1_100),
      attempt("creates", answer(503), 1_200),
      attempt("creates", answer(201), 1_300, 1_450),
    ];
    expect(measureRecovery(kinds, attempts, 900)).toEqual({ ms: 550, last: ["creates"] });
  });

  it("ignores requests sent before the fault ended", () => {
    const attempts = [attempt("search", answer(200), 100), attempt("creates", answer(201), 900)];
    expect(measureRecovery(kinds, attempts, 500)).toEqual({ ms: undefined, last: ["search"] });
  });
});
