// Tries an image root as an operator would use it: starts the service, fills its store, and updates it twice, with starts
// that are killed on the way.
import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runCommand, startService } from "./run-in-root.mjs";
import { createPet, fillStore, readContents } from "./store-contents.mjs";

const UPDATES = 2;
const FIRST_KILL_MS = 300;
const KILL_FACTOR = 1.2;

const whileItRuns = async ({ address, stop }, { data }, work) => {
  const url = await address;
  try {
    const ready = await fetch(`${url}/readyz`);
    if (ready.status !== 200) throw new Error(`/readyz: ${ready.status} ${await ready.text()}`);
    const secrets = readFileSync(join(data, "first-start.txt"), "utf8");
    return await work({ address: url, key: /^Key +(\S+)$/m.exec(secrets)?.[1] });
  } finally {
    await stop();
  }
};

/** Kills starts, each one later than the one before, until one gets through. @returns It, and the number of kills. */
const startAfterKills = async (place) => {
  for (let kills = 0, afterMs = FIRST_KILL_MS; ; kills += 1, afterMs *= KILL_FACTOR) {
    const service = startService(place);
    const isUp = await Promise.race([service.address.then(() => true), sleep(afterMs, false)]);
    if (isUp) return { service, kills };
    await service.kill();
  }
};

const SHOWN = 5;

/** Throws an error that names the first rows that are not in both. Both are contents of a store (store-contents.mjs). */
export const requireEqual = (before, after, version) => {
  for (const [kind, rows] of Object.entries(before)) {
    const known = new Set(rows);
    const found = new Set(after[kind]);
    const complain = (what, some) => {
      if (some.length > 0) throw new Error(`The update to ${version} ${what}: ${some.slice(0, SHOWN).join(", ")}`);
    };
    complain(
      `removed or changed ${kind} of the store`,
      rows.filter((row) => !found.has(row)),
    );
    complain(
      `added ${kind} to the store`,
      after[kind].filter((row) => !known.has(row)),
    );
  }
};

const unpack = (tar, folder) => {
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["--extract", "--auto-compress", "--numeric-owner", "--file", tar, "--directory", folder]);
  return folder;
};

/**
 * Uses the store with one root.
 * @param used - The id of the pet and the contents when the root before it stopped; undefined for the first root.
 * @returns The same after this root, with a line that says what was found.
 */
const useRoot = async (place, used) => {
  const version = await runCommand(place, "petstore", "--version");
  const { service, kills } = used === undefined ? { service: startService(place) } : await startAfterKills(place);
  const { id, contents } = await whileItRuns(service, place, async (store) => {
    const id = used?.id ?? (await fillStore(store));
    if (used !== undefined) requireEqual(used.contents, await readContents(store, id), version);
    await createPet(store, version);
    return { id, contents: await readContents(store, id) };
  });
  const sound = (await runCommand(place, "petstore", "check")).split("\n").at(-1);
  const counts = Object.entries(contents).map(([kind, rows]) => `${rows.length} ${kind}`);
  const found = used === undefined ? "filled" : `everything was there after ${kills} killed starts`;
  return { id, contents, line: `${version}: ${found}; now ${counts.join(", ")}. ${sound}` };
};

/**
 * @param tar - The image root. It is unpacked, which keeps owners only for root.
 * @param folder - An empty folder.
 * @param earlier - The image roots of earlier releases, the oldest first. The first of them fills the store. If there are
 * fewer than two, the root itself is used several times, each time unpacked anew.
 * @returns A line for each root.
 */
export const tryImageRoot = async (image, tar, folder, earlier = []) => {
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chownSync(data, Number(image.user), Number(image.group));
  const own = Array.from({ length: Math.max(1, UPDATES + 1 - earlier.length) }, () => tar);
  const lines = [];
  let used;
  for (const one of [...earlier, ...own]) {
    const root = unpack(one, join(folder, "root"));
    used = await useRoot({ root, data, image }, used);
    lines.push(used.line);
    rmSync(root, { recursive: true });
  }
  return lines;
};
