import type { Cleanup } from "../cleanup.js";
import { openRun } from "../run.js";
import type { Build } from "../service/service-process.js";
import { findMemoryGroup } from "./memory-limit.js";
import { readOpenFiles } from "./open-files.js";
import type { AttackRun } from "./stage.js";

export const openAttackRun = async (build: Build, cleanup: Cleanup): Promise<AttackRun> => {
  const openFiles = await readOpenFiles();
  const run = await openRun(build, { boundMs: 0, waitMs: 0 }, cleanup);
  return { ...run, openFiles, group: findMemoryGroup() };
};
