import type { Cleanup } from "../cleanup.js";
import { openRun } from "../run.js";
import type { Build } from "../service/service-process.js";
import { findMemoryGroup } from "./memory-limit.js";
import { raiseOpenFiles } from "./open-files.js";
import type { AttackRun } from "./run-attack.js";

export const openAttackRun = async (build: Build, isShort: boolean, cleanup: Cleanup): Promise<AttackRun> => {
  const openFiles = await raiseOpenFiles();
  const run = await openRun(build, { boundMs: 0, waitMs: 0 }, cleanup);
  return { ...run, isShort, openFiles, group: findMemoryGroup() };
};
