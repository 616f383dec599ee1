import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Run } from "../cases/fault-case.js";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { createService, type Environment, findFreePort, type Service } from "../service/service-process.js";
import { cloneStore } from "../store/postgres.js";
import type { Access, StoreAccess } from "./access.js";
import { HEAP_MB } from "./watch-memory.js";

export type AttackRun = Pick<Run, "build" | "template" | "shared" | "sharedDataDir"> & {
  readonly access: StoreAccess;
  /** How many files each process may have open. */
  readonly openFiles: number;
};

const REPORT_WITHIN_MS = 15_000;
const preload = fileURLToPath(new URL("../../preload/count-turns.mjs", import.meta.url));

export type AttackStage = { readonly service: Service; readonly access: Access };

/** Uses PostgreSQL's socket directly, because a proxy would add delays. */
export const addressOf = (dataDir: string, database: string) => ({
  DATABASE_URL: `postgresql://petstore@/${database}?host=${encodeURIComponent(join(dataDir, "postgres"))}`,
});

let clones = 0;

/** Starts a service with the memory limit, on a copy of the store. */
export const openStage = async (
  run: AttackRun,
  { env, seed }: { readonly env?: Environment | undefined; readonly seed?: string },
  cleanup: Cleanup,
): Promise<AttackStage> => {
  const database = `attacks_${process.pid}_${(clones += 1)}`;
  await cloneStore(run.shared, database, cleanup);
  if (seed !== undefined) await run.shared.query(database, seed);
  const variables = { ...addressOf(run.sharedDataDir, database), DATA_DIR: run.template.dataDir, ...env };
  const flags = [`--max-old-space-size=${HEAP_MB}`, "--import", preload];
  const port = await findFreePort();
  const service = createService({ build: run.build, port, env: variables, flags, hasChannel: true }, cleanup);
  service.start();
  await service.ready();
  return { service, access: { ...run.access, origin: service.origin } };
};

/** @returns The highest number of requests that began in one turn of the event loop; 0 if the service has exited. */
export const readMostPerTurn = async (service: Service): Promise<number> => {
  const child = service.child();
  if (!child.connected) return 0;
  const signal = AbortSignal.timeout(REPORT_WITHIN_MS);
  child.send({ probe: "turns" });
  const [{ most }] = (await once(child, "message", { signal })) as [{ readonly most: number }];
  return most;
};
