import { describe, expect, it } from "vitest";
import type { Attack } from "./attack.js";
import { type Evidence, judge } from "./judge.js";

const attack: Attack = {
  name: "test",
  full: { count: 1, seconds: 1 },
  victims: () => [],
  bounds: { p99Ms: 100, rssMb: 350, shortGrowthMb: 80, perTurn: 1_500 },
  strike: async () => {},
};
const summary = { name: "/readyz", requests: 10, p50Ms: 1, p99Ms: 100, worstMs: 101, failures: {} };
const evidence: Evidence = {
  scale: attack.full,
  calm: [],
  attacked: [summary],
  gains: { opened: 1, refused: 0, closed: 0, statuses: {} },
  rss: { firstMb: 100, maxMb: 180 },
  processor: { ranMs: 750, waitedMs: 250 },
  mostPerTurn: 1_500,
  isOverLimit: false,
  isRecovered: true,
};
const reasonsOf = (change: Partial<Evidence>, isShort = false) => judge(attack, { ...evidence, ...change }, isShort);

describe("the verdict on an attack", () => {
  it("passes if every value is exactly at its bound", () => {
    expect(reasonsOf({})).toEqual([]);
    expect(reasonsOf({}, true)).toEqual([]);
  });

  it("judges response times only in the full run, and memory growth only in the short one", () => {
    const late = { attacked: [{ ...summary, p99Ms: 101 }] };
    const grown = { rss: { firstMb: 100, maxMb: 181 } };
    expect(reasonsOf(late)).toEqual(["/readyz: p99 101 ms, more than 100 ms"]);
    expect(reasonsOf(late, true)).toEqual([]);
    expect(reasonsOf(grown)).toEqual([]);
    expect(reasonsOf(grown, true)).toEqual(["81 MiB more than before, more than 80 MiB"]);
  });

  it("says if other programs may have caused late responses, but fails anyway", () => {
    const processor = { ranMs: 740, waitedMs: 260 };
    expect(reasonsOf({ processor })).toEqual([]);
    expect(reasonsOf({ processor, attacked: [{ ...summary, p99Ms: 101 }] })).toEqual([
      "/readyz: p99 101 ms, more than 100 ms",
      "the service waited for a processor for 26 % of its time, so repeat this on an idle machine",
    ]);
  });

  it("reports failures of the victim, and an exit, excess memory or long turns of the service", () => {
    const ended = { afterMs: 11_600, how: "SIGKILL" };
    expect(
      reasonsOf({
        ...{ ended, isOverLimit: true, isRecovered: false, mostPerTurn: 1_501 },
        rss: { firstMb: 100, maxMb: 513 },
        attacked: [{ ...summary, failures: { ECONNRESET: 2, "status 503": 1 } }],
      }),
    ).toEqual([
      "the service ended after 11.6 s: above 512 MiB",
      "513 MiB resident, more than 350 MiB",
      "/readyz: 2 of 10 failed: ECONNRESET",
      "/readyz: 1 of 10 failed: status 503",
      "1501 requests began in one turn of the event loop, more than 1500",
    ]);
  });

  it("fails a service that is not ready afterwards, and an attack that reached nothing", () => {
    const gains = { opened: 0, refused: 1, closed: 0, statuses: {} };
    expect(reasonsOf({ isRecovered: false, gains })).toEqual([
      "/readyz was not 200 afterwards",
      "no connection was opened, so the attack tests nothing",
    ]);
  });
});
