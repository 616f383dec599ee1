import { execFile } from "node:child_process";
import { chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { Client } from "pg";
import { createProcess } from "../service/started-process.js";

export type NamedServer = {
  readonly version: string;
  /** Creates an empty database. @returns Its DATABASE_URL. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
};

const NOBODY = 65534;
const START_TRIES = 150;
const env = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/** Starts a server with the given PostgreSQL programs. It listens only on a socket in its folder. */
export const startNamedServer = async (programs: string, folder: string, cleanup: Cleanup): Promise<NamedServer> => {
  await mkdir(folder, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  const user = isRoot ? { user: { uid: NOBODY, gid: NOBODY } } : {};
  const data = join(folder, "data");
  const init = ["-D", data, "-A", "trust", "-E", "UTF8", "-U", "postgres", "--locale=C", "--no-sync"];
  await promisify(execFile)(join(programs, "initdb"), init, { ...user.user, env, cwd: "/" });
  const args = ["-D", data, "-c", "listen_addresses=", "-c", `unix_socket_directories=${folder}`];
  const server = createProcess({ command: join(programs, "postgres"), args, env, cwd: "/", ...user }, cleanup);
  server.start();
  const asSuperuser = async (sql: string): Promise<unknown[]> => {
    const client = new Client({ host: folder, user: "postgres", database: "postgres", port: 5432, ssl: false });
    await client.connect();
    return (await client.query(sql).finally(() => client.end())).rows;
  };
  for (let tries = 1; ; tries += 1) {
    const isReady = await asSuperuser("CREATE ROLE petstore LOGIN").then(
      () => true,
      () => false,
    );
    if (isReady) break;
    if (tries === START_TRIES || !server.isRunning()) throw new Error(`the server in ${folder} does not start`);
    await sleep(100);
  }
  const [row] = (await asSuperuser("SHOW server_version")) as { server_version: string }[];
  return {
    version: row?.server_version ?? "",
    createDatabase: async (name) => {
      await asSuperuser(`CREATE DATABASE ${name} OWNER petstore`);
      return `postgresql://petstore@/${name}?host=${encodeURIComponent(folder)}`;
    },
    stop: () => server.end("SIGINT"),
  };
};
