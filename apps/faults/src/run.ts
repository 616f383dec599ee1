import type { Run } from "./cases/fault-case.js";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import type { Build } from "./service/service-process.js";
import { startPostgres } from "./store/postgres.js";
import { copyFolder, makeFolder, makeTemplate } from "./store/store.js";

type Bounds = Pick<Run, "boundMs" | "waitMs">;

export const openRun = async (build: Build, bounds: Bounds, cleanup: Cleanup): Promise<Run> => {
  const template = await makeTemplate(build, cleanup);
  const sharedDataDir = await makeFolder(cleanup);
  await copyFolder(template.dataDir, sharedDataDir);
  const shared = await startPostgres(sharedDataDir, cleanup);
  return { build, template, shared, sharedDataDir, ...bounds };
};
