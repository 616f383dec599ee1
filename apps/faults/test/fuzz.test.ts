import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runFuzz } from "../src/fuzz/run-fuzz.js";
import { ownApi } from "../src/options.js";

const SECONDS = 15;
const SEED = 20_261_121;

describe(`the service under ${SECONDS} s of fuzzing with seed ${SEED}`, () => {
  it("keeps running, answers as declared, and returns its memory", async () => {
    const report = await runFuzz({
      ...{ api: ownApi, seconds: SECONDS, seed: SEED, workers: 1, connections: 8, settleSeconds: 60 },
      // Other tests run at the same time, so only a delay of ten seconds counts as a hang.
      maxWaitMs: 10_000,
      findingsFile: join(tmpdir(), `petstore-fuzz-test-${process.pid}.jsonl`),
      print: () => {},
    });
    expect(report.findings).toEqual([]);
    expect(report.packets).toBeGreaterThan(50);
    expect([200, 400, 404].filter((status) => !report.statuses.has(status))).toEqual([]);
  });
});
