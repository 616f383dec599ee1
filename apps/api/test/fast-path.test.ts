import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, it } from "vitest";
import { compareFastPath, corsSettings } from "./support/compare-fast-path.js";
import { openFastPathPair } from "./support/fast-path-pair.js";
import { proofSize } from "./support/proof-size.js";

const RUNS = proofSize("RUNS", { short: 70, full: 2_000 });
const SEED = Number(process.env["SEED"] ?? randomInt(2 ** 31));

describe.each(corsSettings)(`the fast path on random requests (SEED=${SEED}), %s`, (_, env) => {
  let pair: Awaited<ReturnType<typeof openFastPathPair>>;
  beforeAll(async () => {
    pair = await openFastPathPair(env);
  });
  afterAll(() => pair.close());

  it(
    "answers every request with the same bytes as Express",
    () => compareFastPath(pair, SEED, RUNS),
    30_000 + RUNS * 2_000,
  );
});
