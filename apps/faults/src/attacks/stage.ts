import { join } from "node:path";
import type { Run } from "../cases/fault-case.js";
import type { Cleanup } from "../cleanup.js";
import { createService, type Environment, findFreePort, type Service } from "../service/service-process.js";
import { cloneStore } from "../store/postgres.js";
import type { Access } from "./access.js";
import { HEAP_MB, limitByGroup } from "./memory-limit.js";

export type AttackRun = Pick<Run, "build" | "template" | "shared" | "sharedDataDir"> & {
  readonly access: Omit<Access, "origin">;
  /** The cgroup for the service; undefined if the system permits none. */
  readonly group: string | undefined;
  /** How many files each process may open. */
  readonly openFiles: number;
};

export type AttackStage = { readonly service: Service; readonly access: Access };

/** PostgreSQL's socket: a proxy would add its own delays. */
export const addressOf = (dataDir: string, database: string) => ({
  DATABASE_URL: `postgresql://petstore@/${database}?host=${encodeURIComponent(join(dataDir, "postgres"))}`,
});

let clones = 0;

/** A service under the memory limit, on a copy of the store. */
export const openStage = async (run: AttackRun, env: Environment | undefined, cleanup: Cleanup): Promise<AttackStage> => {
  const database = `attacks_${process.pid}_${(clones += 1)}`;
  await cloneStore(run.shared, database, cleanup);
  const variables = { ...addressOf(run.sharedDataDir, database), DATA_DIR: run.template.dataDir, ...env };
  const flags = [`--max-old-space-size=${HEAP_MB}`];
  const service = createService({ build: run.build, port: await findFreePort(), env: variables, flags }, cleanup);
  service.start();
  await service.ready();
  await limitByGroup(run.group, service.pid(), cleanup);
  return { service, access: { ...run.access, origin: service.origin } };
};
