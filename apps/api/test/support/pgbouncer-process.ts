import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, open, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import { findPostgresPrograms, startProgram } from "../../src/database/postgres-programs.js";

const program = ["/usr/sbin/pgbouncer", "/usr/local/sbin/pgbouncer", "/usr/bin/pgbouncer"].find(
  (path) => spawnSync(path, ["--version"]).status === 0,
);
if (program === undefined && process.env["REQUIRE_PGBOUNCER"] === "1") throw new Error("There is no pgbouncer.");

/**
 * Tests of PgBouncer run only if PgBouncer is installed. With REQUIRE_PGBOUNCER=1, it is a failure if it is missing.
 */
export const hasPgBouncer = program !== undefined;

export type PgBouncer = { readonly url: string; stop(): Promise<void> };

const hasStarted = async (connection: ClientConfig): Promise<boolean> => {
  const client = new Client(connection);
  client.on("error", () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
};

/**
 * Starts PgBouncer in front of a database, on a Unix socket. It runs as the same user as the server, so that it may use
 * the folder of the server's socket.
 */
export const startPgBouncer = async (
  { host, database }: { readonly host: string; readonly database: string },
  settings: Readonly<Record<string, string>>,
): Promise<PgBouncer> => {
  const folder = await mkdtemp(join(tmpdir(), "petstore-pgbouncer-"));
  const all = {
    ...{ unix_socket_dir: folder, listen_port: "6432", auth_type: "trust", auth_file: join(folder, "users.txt") },
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const ini = `[databases]\n${database} = host=${host} port=5432\n[pgbouncer]\n${lines.join("\n")}\n`;
  await writeFile(join(folder, "pgbouncer.ini"), ini);
  await writeFile(join(folder, "users.txt"), '"petstore" ""\n');
  const { runAs } = await findPostgresPrograms(await stat(host));
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(folder, runAs.uid, runAs.gid);
  const log = await open(join(folder, "log"), "a");
  const child = startProgram(program ?? "", [join(folder, "pgbouncer.ini")], runAs, log.fd);
  await log.close();
  const connection = { host: folder, port: 6432, user: "petstore", database };
  for (let tries = 0; !(await hasStarted(connection)); tries += 1) {
    if (tries > 500 || child.exitCode !== null) throw new Error(`PgBouncer does not start: see ${folder}/log.`);
    await delay(20);
  }
  return {
    url: `postgresql://petstore@/${database}?host=${encodeURIComponent(folder)}&port=6432`,
    stop: async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await rm(folder, { recursive: true });
    },
  };
};
