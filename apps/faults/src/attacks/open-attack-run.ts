import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { openRun } from "../run.js";
import type { Build } from "../service/service-process.js";
import { storeDatabase } from "../store/postgres.js";
import { addAccess } from "./access.js";
import { readOpenFiles } from "./open-files.js";
import { addressOf, type AttackRun } from "./stage.js";

export const openAttackRun = async (build: Build, cleanup: Cleanup): Promise<AttackRun> => {
  const openFiles = await readOpenFiles();
  const run = await openRun(build, { boundMs: 0, waitMs: 0 }, cleanup);
  const env = { ...addressOf(run.sharedDataDir, storeDatabase), DATA_DIR: run.template.dataDir };
  const access = await addAccess(build, env, run.shared, storeDatabase);
  return { ...run, access, openFiles };
};
