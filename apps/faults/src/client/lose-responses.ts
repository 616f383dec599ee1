import { createClient } from "@petstore/contract/client";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { createRandom } from "@petstore/bench/dist/random.js";
import { createService, findFreePort, makeKey } from "../service/service-process.js";
import { postgresIn, storeDatabase } from "../store/postgres.js";
import { makeFolder, stopServerAtCleanup } from "../store/store.js";
import { openLossyProxy } from "./lossy-proxy.js";

const IN_FLIGHT = 32;
/** One create in 10^13 would lose all of its attempts with losses of ten percent. */
const MAX_RETRIES = 12;
const CATEGORY_ID = 7_000;

export type LostResponses = {
  /** The number of creates that the client saw acknowledged, and the number of different ids that these have. */
  readonly acknowledged: number;
  readonly ids: number;
  readonly failures: readonly string[];
  readonly passedOn: number;
  readonly cutBeforeResponse: number;
  readonly cutAfterResponse: number;
  /** The number of pets and of different names in the database, and the number of pets in the listing. */
  readonly stored: number;
  readonly storedNames: number;
  readonly listed: number;
};

type Options = { readonly api: string; readonly creates: number; readonly share: number; readonly seed: number };

const openStore = async (api: string, cleanup: Cleanup) => {
  const build = { api };
  const dataDir = await makeFolder(cleanup);
  const env = { DATA_DIR: dataDir, RATE_LIMIT: "0", ACCOUNT_RATE_LIMIT: "0", WEB_DIR: "none" };
  stopServerAtCleanup(dataDir, cleanup);
  const service = createService({ build, port: await findFreePort(), env }, cleanup);
  service.start();
  await service.ready();
  return { service, postgres: postgresIn(dataDir), key: await makeKey(build, env, "write") };
};

/** Creates pets with the contract's client, through a proxy that loses a part of the responses, and counts the pets. */
export const loseResponses = async (options: Options, cleanup: Cleanup): Promise<LostResponses> => {
  const { api, creates, share, seed } = options;
  const { service, postgres, key } = await openStore(api, cleanup);
  const proxy = await openLossyProxy({ port: service.port, share, random: createRandom(seed) });
  cleanup.add(() => proxy.close());
  const client = createClient({ baseUrl: `${proxy.origin}/v1`, apiKey: key, maxRetries: MAX_RETRIES });

  const ids: number[] = [];
  const failures: string[] = [];
  let next = 0;
  const createInTurn = async () => {
    while (next < creates) {
      const name = `Pet ${next++}`;
      const created = client.orThrow.pets.createPet({ body: { name, categoryId: CATEGORY_ID } });
      await created.then(
        ({ id }) => ids.push(id),
        (error: unknown) => failures.push(`${name}: ${String(error)}`),
      );
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, createInTurn));

  const [row] = await postgres.query<{ pets: string; names: string }>(
    storeDatabase,
    "SELECT count(*) AS pets, count(DISTINCT name) AS names FROM pet WHERE category_id = $1",
    [CATEGORY_ID],
  );
  const listed = new Set<number>();
  const direct = createClient({ baseUrl: `${service.origin}/v1`, apiKey: key });
  for await (const { id } of direct.pets.all({ query: { categoryId: CATEGORY_ID, limit: 100 } })) listed.add(id);
  return {
    acknowledged: ids.length,
    ids: new Set(ids).size,
    failures,
    passedOn: proxy.passedOn(),
    cutBeforeResponse: proxy.cuts.beforeResponse(),
    cutAfterResponse: proxy.cuts.afterResponse(),
    stored: Number(row?.pets),
    storedNames: Number(row?.names),
    listed: listed.size,
  };
};

/** Returns descriptions of what is wrong. There are none if each create left exactly one pet. */
export const judgeLostResponses = (creates: number, result: LostResponses): string[] => {
  const counts = ["acknowledged", "ids", "stored", "storedNames", "listed"] as const;
  const { failures, passedOn, cutBeforeResponse, cutAfterResponse } = result;
  return [
    ...failures,
    ...counts.filter((name) => result[name] !== creates).map((name) => `${name} is ${result[name]}, not ${creates}`),
    ...(cutBeforeResponse === 0 || cutAfterResponse === 0
      ? ["the proxy cut no connection, so nothing was tested"]
      : []),
    ...(passedOn < creates + cutBeforeResponse + cutAfterResponse ? ["the client did not repeat each cut create"] : []),
  ];
};
