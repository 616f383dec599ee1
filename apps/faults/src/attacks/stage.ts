import type { Run } from "../cases/fault-case.js";
import type { Cleanup } from "../cleanup.js";
import { createService, type Environment, findFreePort, type Service } from "../service/service-process.js";
import { cloneStore } from "../store/postgres.js";
import { type Access, addAccess } from "./access.js";
import { HEAP_MB, limitByGroup } from "./memory-limit.js";

export type AttackRun = Pick<Run, "build" | "template" | "shared" | "sharedDataDir"> & {
  /** The cgroup for the service; undefined if the system permits none. */
  readonly group: string | undefined;
  /** How many files each process may open. */
  readonly openFiles: number;
};

export type AttackStage = { readonly service: Service; readonly access: Access };

let clones = 0;

/** A service under the memory limit, on a copy of the store. */
export const openStage = async (run: AttackRun, env: Environment | undefined, cleanup: Cleanup): Promise<AttackStage> => {
  const database = `attacks_${process.pid}_${(clones += 1)}`;
  await cloneStore(run.shared, database, cleanup);
  const folder = `${run.sharedDataDir}/postgres`;
  const address = { DATABASE_URL: `postgresql://petstore@/${database}?host=${encodeURIComponent(folder)}` };
  const variables = { ...address, DATA_DIR: run.template.dataDir, ...env };
  const flags = [`--max-old-space-size=${HEAP_MB}`];
  const service = createService({ build: run.build, port: await findFreePort(), env: variables, flags }, cleanup);
  service.start();
  await service.ready();
  await limitByGroup(run.group, service.pid(), cleanup);
  const access = await addAccess(run.build, variables, run.shared, database);
  return { service, access: { ...access, origin: service.origin } };
};
