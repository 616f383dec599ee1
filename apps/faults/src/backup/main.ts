import { chmod, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { readOptions, text, texts, type ValuesOf } from "@petstore/bench/dist/command-line.js";
import { runChecks } from "../run-checks.js";
import { makeFolder } from "../store/store.js";
import { startNamedServer } from "./named-server.js";
import { type CommandResult, runPetstore, type Store } from "./petstore-command.js";
import { firstStart, tryCredentials } from "./restored-service.js";

const help = `npx --yes pnpm faults:backup --csv FILE [--postgres FOLDER]... [--import OPTION]...

Fills a private store from a CSV file, backs it up, deletes it and restores it. With --postgres, the folder of another
PostgreSQL's programs, also moves it into such a server and back. Fails if a table, the key or the account differs.
`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

const describe = (what: string, { seconds, peakBytes, json }: CommandResult) => {
  const size = typeof json["bytes"] === "number" ? `, ${(json["bytes"] / 1e6).toFixed(2)} MB` : "";
  print(`${what}: ${seconds.toFixed(1)} s, at most ${Math.round(peakBytes / 1e6)} MB resident${size}`);
};

const step = async (what: string, store: Partial<Store>, ...args: string[]) => {
  const result = await runPetstore(store, args);
  describe(what, result);
  return result.json;
};

const known = { csv: text, postgres: texts, import: texts };
type Options = ValuesOf<typeof known> & { readonly csv: string };

const prove = async ({ csv, postgres, import: importOptions }: Options, cleanup: Cleanup): Promise<string[]> => {
  const folder = await makeFolder(cleanup);
  // If this process runs as root, another user runs the servers in folders of its own.
  await chmod(folder, 0o711);
  const failed: string[] = [];
  const first = { DATA_DIR: join(folder, "data") };
  const owner = await firstStart(first, cleanup);
  await step("import", first, "import", csv, ...importOptions);
  const file = join(folder, "store.gz");
  const { tables } = await step("backup", first, "backup", file);
  await rm(first.DATA_DIR, { recursive: true });
  let copies = 0;
  const check = async (what: string, store: Partial<Store>, from: string): Promise<string> => {
    await step(`${what}: restore`, store, "restore", from);
    const copy = join(folder, `copy-${(copies += 1)}.gz`);
    const again = await step(`${what}: backup`, store, "backup", copy);
    if (JSON.stringify(again["tables"]) === JSON.stringify(tables)) print(`${what}: every table is equal`);
    else failed.push(`${what}: tables differ`);
    await tryCredentials(store, owner, cleanup).then(
      () => print(`${what}: the key and the account work`),
      (error: unknown) => failed.push(`${what}: ${String(error)}`),
    );
    return copy;
  };
  await check("private, again", first, file);
  for (const [at, programs] of postgres.entries()) {
    const server = await startNamedServer(programs, join(folder, `server-${at}`), cleanup);
    const name = `PostgreSQL ${server.version}`;
    const there = {
      DATABASE_URL: await server.createDatabase("petstore"),
      DATA_DIR: join(folder, `server-${at}-data`),
    };
    const copy = await check(name, there, file);
    await check(`from ${name} to private`, { DATA_DIR: join(folder, `back-${at}`) }, copy);
    await server.stop();
  }
  return failed;
};

const options = readOptions(known, help);
const { csv } = options ?? {};
if (options !== undefined && csv === undefined) {
  process.stderr.write(help);
  process.exitCode = 1;
} else if (options !== undefined && csv !== undefined) {
  // There are two checks, of the tables and of the credentials. They run once for the private store, and twice for
  // every other server: after the move to it and after the move back.
  await runChecks(2 + 4 * options.postgres.length, (cleanup) => prove({ ...options, csv }, cleanup));
}
