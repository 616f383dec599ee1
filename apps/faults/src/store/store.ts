import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Cleanup, createCleanup } from "@petstore/bench/dist/cleanup.js";
import { haveExited, isRunning } from "../service/processes.js";
import { type Build, createService, findFreePort, makeKey } from "../service/service-process.js";
import { postgresIn, storeDatabase } from "./postgres.js";

/** The rows that the traffic uses. There are no gaps between the ids of the pets. */
export type Seed = {
  readonly firstPetId: number;
  readonly pets: number;
  readonly categoryIds: readonly number[];
};

/** A data folder whose server is not running. Each case runs on a copy of the folder. */
export type StoreTemplate = { readonly dataDir: string; readonly key: string; readonly seed: Seed };

const PETS = 3_000;
const END_WITHIN_MS = 5_000;

/** Creates a temporary folder. Its path is short enough for PostgreSQL's socket (107 bytes), even if TMPDIR is long. */
export const makeFolder = async (cleanup: Cleanup): Promise<string> => {
  const parent = tmpdir().length < 60 ? tmpdir() : "/tmp";
  const folder = await mkdtemp(join(parent, "faults-"));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

// `cp -a` keeps owners and modes: PostgreSQL refuses a folder that others may enter.
export const copyFolder = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)("cp", ["-a", `${from}/.`, to]);
};

/** Stops a server that its service left running because it was killed or too slow. */
export const stopServerAtCleanup = (dataDir: string, cleanup: Cleanup): void => {
  cleanup.add(async () => {
    const pid = await postgresIn(dataDir)
      .postmaster()
      .catch(() => 0);
    if (!(pid > 0) || !(await isRunning(pid))) return;
    // SIGQUIT is PostgreSQL's immediate shutdown.
    process.kill(pid, "SIGQUIT");
    await haveExited([pid], END_WITHIN_MS);
  });
};

const seedStore = async (dataDir: string): Promise<Seed> => {
  const query = <Row extends object>(text: string) => postgresIn(dataDir).query<Row>(storeDatabase, text);
  const categories = await query<{ id: string }>(
    "INSERT INTO category (name) SELECT 'Faults ' || n FROM generate_series(1, 5) AS n RETURNING id",
  );
  const [pet] = await query<{ first: string }>(`
    WITH made AS (
      INSERT INTO pet (name, category_id, status)
      SELECT md5(n::text), ${categories[0]?.id ?? 1}, 'available' FROM generate_series(1, ${PETS}) AS n RETURNING id
    ) SELECT min(id) AS first FROM made`);
  return { firstPetId: Number(pet?.first), pets: PETS, categoryIds: categories.map(({ id }) => Number(id)) };
};

export const makeTemplate = async (build: Build, cleanup: Cleanup): Promise<StoreTemplate> => {
  const dataDir = await makeFolder(cleanup);
  const making = createCleanup();
  cleanup.add(() => making.all());
  stopServerAtCleanup(dataDir, making);
  try {
    const service = createService({ build, port: await findFreePort(), env: { DATA_DIR: dataDir } }, making);
    service.start();
    await service.ready();
    const key = await makeKey(build, { DATA_DIR: dataDir }, "admin");
    return { dataDir, key, seed: await seedStore(dataDir) };
  } finally {
    await making.all();
  }
};
