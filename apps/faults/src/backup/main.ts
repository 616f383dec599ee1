import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startNamedServer } from "./named-server.js";
import { type CommandResult, runPetstore, type Store } from "./petstore-command.js";
import { firstStart, tryCredentials } from "./restored-service.js";

const help = `npx pnpm faults:backup --csv FILE [--postgres FOLDER]... [--import OPTION]...

Fills a private store from a CSV file, backs it up, deletes it and restores it. With --postgres, the folder of another
PostgreSQL's programs, also moves it into such a server and back. Fails if a table, the key or the account differs.
`;

const print = (line: string) => void process.stdout.write(`${line}\n`);
const api = fileURLToPath(new URL("../../../api", import.meta.url));

const { values } = parseArgs({
  options: {
    csv: { type: "string" },
    postgres: { type: "string", multiple: true, default: [] },
    import: { type: "string", multiple: true, default: [] },
    help: { type: "boolean", default: false },
  },
});

const describe = (what: string, { seconds, peakBytes, json }: CommandResult) => {
  const size = typeof json["bytes"] === "number" ? `, ${(json["bytes"] / 1e6).toFixed(2)} MB` : "";
  print(`${what}: ${seconds.toFixed(1)} s, at most ${Math.round(peakBytes / 1e6)} MB resident${size}`);
};

const prove = async (csv: string, folder: string): Promise<string[]> => {
  const failed: string[] = [];
  const step = async (what: string, store: Partial<Store>, ...args: string[]) => {
    const result = await runPetstore(api, store, args);
    describe(what, result);
    return result.json;
  };
  const dataDir = join(folder, "data");
  const credentials = await firstStart(api, dataDir);
  await step("import", { DATA_DIR: dataDir }, "import", csv, ...values.import);
  const file = join(folder, "store.gz");
  const { tables } = await step("backup", { DATA_DIR: dataDir }, "backup", file);
  await rm(dataDir, { recursive: true });
  let copies = 0;
  const check = async (what: string, store: Partial<Store>, from: string): Promise<string> => {
    await step(`${what}: restore`, store, "restore", from);
    const copy = join(folder, `copy-${(copies += 1)}.gz`);
    const again = await step(`${what}: backup`, store, "backup", copy);
    if (JSON.stringify(again["tables"]) !== JSON.stringify(tables)) failed.push(`${what}: tables differ`);
    else print(`${what}: every table is equal (${(tables as unknown[]).length} tables)`);
    const statuses = await tryCredentials(api, store, credentials);
    print(`${what}: request with the key ${statuses.key}, sign-in ${statuses.signIn}`);
    if (statuses.key !== 200 || statuses.signIn !== 200) failed.push(`${what}: key or account refused`);
    return copy;
  };
  await check("private, again", { DATA_DIR: dataDir }, file);
  for (const [at, programs] of values.postgres.entries()) {
    const server = await startNamedServer(programs, join(folder, `server-${at}`));
    try {
      const name = `PostgreSQL ${server.version}`;
      const there = {
        DATABASE_URL: await server.createDatabase("petstore"),
        DATA_DIR: join(folder, `server-${at}-data`),
      };
      const copy = await check(name, there, file);
      await check(`from ${name} to private`, { DATA_DIR: join(folder, `back-${at}`) }, copy);
    } finally {
      await server.stop();
    }
  }
  return failed;
};

if (values.help || values.csv === undefined) {
  process.stdout.write(help);
  process.exitCode = values.help ? 0 : 2;
} else {
  const folder = await mkdtemp(join(tmpdir(), "petstore-backup-proof-"));
  // As root, another user runs the servers, in folders of its own.
  await chmod(folder, 0o711);
  try {
    const failed = await prove(values.csv, folder);
    for (const failure of failed) print(`FAILED ${failure}`);
    process.exitCode = failed.length === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
