import { createApiKey } from "./api-keys/create-api-key.js";
import type { Deps } from "./deps.js";
import type { Prisma } from "./generated/client.js";
import { sampleCatalogue } from "./sample-catalogue.js";

/** Taken by whoever looks whether this is the first start, so that of several replicas one finds that it is. */
const FIRST_START_LOCK = 0x70657473;

/** What a first start has made: the key, which is shown once, and the number of sample animals. */
export type FirstStart = { readonly key: string; readonly sampleAnimals: number };

const loadSample = async (tx: Prisma.TransactionClient): Promise<number> => {
  let count = 0;
  for (const [name, animals] of Object.entries(sampleCatalogue)) {
    const pets = { create: animals.map(([animal, status]) => ({ name: animal, status })) };
    await tx.category.create({ data: { name, pets } });
    count += animals.length;
  }
  return count;
};

/**
 * Makes the first key of a store that has none, and fills a private one that is empty with the sample catalogue: both or
 * nothing, once in the life of a store. Keys are revoked, never deleted, so that a store with a key had its first start.
 */
export const prepareFirstStart = (deps: Pick<Deps, "db" | "config" | "database">): Promise<FirstStart | undefined> =>
  deps.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${FIRST_START_LOCK})`;
    if ((await tx.apiKey.findFirst()) !== null) return undefined;
    const isSampleWanted = deps.database.isPrivate && (await tx.pet.findFirst()) === null;
    const sampleAnimals = isSampleWanted ? await loadSample(tx) : 0;
    const { key } = await createApiKey(tx, deps.config.environment, {
      name: "First key",
      scope: "admin",
      createdBy: "first start",
    });
    return { key, sampleAnimals };
  });
