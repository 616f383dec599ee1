import { contract, listRoutes } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareFastPath, corsSettings } from "./support/compare-fast-path.js";
import { openFastPathPair } from "./support/fast-path-pair.js";
import { proofSize } from "./support/proof-size.js";

const RUNS = proofSize("RUNS", { short: 140, full: 2_000 });
/**
 * Each seed generates nearly every kind of request in a few runs. A new operation changes
 * which kinds are missing, so the test continues with the next seeds until every kind has occurred. fast-path.test.ts compares the bytes of responses with other seeds.
 */
const SEEDS = [20_261_314, 20_261_315, 20_261_316, 20_261_317, 20_261_318, 20_261_319];

const reads = ["GET /v1/pets", "HEAD /v1/pets", "GET /v1/pets/{id}", "HEAD /v1/pets/{id}"];
const changes = [
  "PATCH /v1/orders/{id} 200",
  "POST /v1/pets 201",
  "POST /v1/pets/batch 201",
  "PATCH /v1/pets/{id} 200",
  "POST /v1/orders 201",
];
const fastKinds = [...reads.flatMap((kind) => [`${kind} 200`, `${kind} 304`]), ...changes];

describe.each(corsSettings)("the random requests that compare the fast path with Express, %s", (_, env) => {
  let pair: Awaited<ReturnType<typeof openFastPathPair>>;
  beforeAll(async () => {
    pair = await openFastPathPair(env);
  });
  afterAll(() => pair.close());

  it(
    "cover every operation, and the fast path answers some of each operation that it supports",
    async () => {
      const missing = new Set([...fastKinds, ...listRoutes(contract).map(({ operationId }) => operationId)]);
      for (const [at, seed] of SEEDS.entries()) {
        if (missing.size === 0) break;
        // oxlint-disable-next-line no-await-in-loop
        const { taken, sent, hits } = await compareFastPath(pair, seed, RUNS);
        for (const kind of [...taken.keys(), ...sent]) missing.delete(kind);
        if (at > 0) continue;
        expect(taken.get("POST /v1/pets 201")).toBeGreaterThan(RUNS / 10);
        expect(hits).toBeGreaterThan(RUNS / 4);
      }
      expect([...missing]).toEqual([]);
    },
    SEEDS.length * (30_000 + RUNS * 2_000),
  );
});
