import { contract, listRoutes } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareFastPath, corsSettings } from "./support/compare-fast-path.js";
import { openFastPathPair } from "./support/fast-path-pair.js";
import { proofSize } from "./support/proof-size.js";

const RUNS = proofSize("RUNS", { short: 140, full: 2_000 });
/**
 * This seed generates every kind of request in a few runs, which not every seed does. fast-path.test.ts compares the
 * bytes of responses with other seeds.
 */
const SEED = 20_261_314;

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
    "cover every operation, and the fast path answers each kind that it can",
    async () => {
      const { taken, sent, hits } = await compareFastPath(pair, SEED, RUNS);
      expect(fastKinds.filter((kind) => !taken.has(kind))).toEqual([]);
      expect(taken.get("POST /v1/pets 201")).toBeGreaterThan(RUNS / 8);
      const operationIds = listRoutes(contract).map(({ operationId }) => operationId);
      expect([...sent].toSorted()).toEqual(operationIds.toSorted());
      expect(hits).toBeGreaterThan(RUNS / 4);
    },
    30_000 + RUNS * 2_000,
  );
});
