import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { runPetstore, serviceEnv } from "../backup/petstore-command.js";
import { startBusyWriters } from "../events/busy-writers.js";
import { epochOf, positionOf } from "../events/reader.js";
import { createService, findFreePort, makeKey, type Service } from "../service/service-process.js";
import { startPostgres, storeDatabase } from "../store/postgres.js";
import { makeFolder, stopServerAtCleanup } from "../store/store.js";
import { startCopies } from "./copies.js";

type RestoreProof = {
  readonly api: string;
  readonly seconds: number;
  readonly writers: number;
  /** The number of restores. The first is into another database of the server, and the second into another server. */
  readonly restores: 1 | 2;
};
type Place = Parameters<typeof serviceEnv>[0];

/**
 * Each restore has three checks: events that were seen are lost, each copy is told once to read again, and all copies
 * are equal afterwards.
 */
export const checksOfRestore = 3;

/**
 * Backs up a store during writes, discards what is written afterwards, restores the store elsewhere, and moves all
 * followers there. Then it restores the same backup again.
 * @returns A sentence for each check that failed.
 */
export const proveRestore = async (
  { api, seconds, writers: count, restores }: RestoreProof,
  print: (line: string) => void,
  cleanup: Cleanup,
): Promise<string[]> => {
  const build = { api };
  const folder = await makeFolder(cleanup);
  const dataDir = join(folder, "first");
  const postgres = await startPostgres(dataDir, cleanup);
  const urlOf = (database: string) =>
    `postgresql://${storeDatabase}@/${database}?host=${encodeURIComponent(join(dataDir, "postgres"))}`;
  await postgres.query("postgres", `CREATE DATABASE restored OWNER ${storeDatabase}`);
  const other = join(folder, "other");
  stopServerAtCleanup(other, cleanup);
  const places: readonly (readonly [string, Place])[] = [
    ["another database", { DATABASE_URL: urlOf("restored"), DATA_DIR: join(folder, "second") }],
    ["another server", { DATA_DIR: other }],
  ];
  const port = await findFreePort();
  const serve = async (place: Place): Promise<Service> => {
    const env = { ...serviceEnv(place), WEB_DIR: "none", DOCS_DIR: "none", PORT: String(port) };
    const service = createService({ build, port, env }, cleanup);
    service.start();
    await service.ready();
    return service;
  };
  const place: Place = { DATABASE_URL: urlOf(storeDatabase), DATA_DIR: dataDir };
  let service = await serve(place);
  const key = await makeKey(build, serviceEnv(place), "admin");
  const copies = await startCopies(service.origin, key, cleanup);

  const problems: string[] = [];
  const file = join(folder, "backup.gz");
  let kept = "";
  for (const [round, [name, next]] of places.slice(0, restores).entries()) {
    const before = copies.all.map((copy) => copy.seen.length);
    const writers = startBusyWriters(service.origin, key, count);
    await sleep(seconds * 1_000);
    // The second restore uses the same file. The file does not contain the epoch that the feed got in the first
    // restore.
    if (round === 0) {
      await runPetstore(place, ["backup", file]);
      kept = await copies.head();
    }
    await sleep(seconds * 1_000);
    await service.kill();
    const seen = copies.all.map((copy) => copy.seen.length);
    const isKept = (id: string) => epochOf(id) === epochOf(kept) && positionOf(id) <= positionOf(kept);
    const lost = copies.all.map((copy, at) => copy.seen.slice(before[at]).filter(({ id }) => !isKept(id)).length);
    await runPetstore(next, ["restore", file]);
    service = await serve(next);
    await sleep(seconds * 1_000);
    await writers.stop();
    print(
      `A restore into ${name}: ${seen.join(", ")} events seen before, of which at least ${lost.join(", ")} are lost`,
    );
    if (lost.includes(0)) problems.push(`${name}: a follower had seen nothing that was lost`);
    problems.push(...(await copies.compare(print)).map((problem) => `${name}: ${problem}`));
    if (!copies.all.every((copy) => copy.told() === round + 1))
      problems.push(`${name}: a follower was not told once to read again`);
  }
  await copies.stop();
  return problems;
};
