import type { Pool } from "pg";
import { pino } from "pino";
import { createLanes } from "../../src/concurrency/lanes.js";
import { createPetCountFold } from "../../src/pets/fold-pet-counts.js";

/** Folds all committed changes of the counts. */
export const foldPetCounts = async (pool: Pool): Promise<void> => {
  const fold = createPetCountFold(pool, createLanes().control, pino({ level: "silent" }));
  await fold.run();
  await fold.close();
};
