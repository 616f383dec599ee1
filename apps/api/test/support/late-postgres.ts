import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { createStore, STORE_NAME } from "../../src/database/create-store.js";
import { preparePostgresFolder } from "../../src/database/postgres-folder.js";
import { readPid } from "../../src/database/postgres-pid.js";
import { connectionTo } from "../../src/database/postgres-server.js";
import { startServer } from "../../src/database/postgres-start.js";
import { makeTemporaryFolder } from "./temporary-folder.js";

export type LatePostgres = {
  /** The DATABASE_URL for an ordinary user that owns an empty database. */
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Runs a statement as a superuser. */
  query(sql: string, database?: string): Promise<void>;
  remove(): Promise<void>;
};

const settings = { fsync: "off", full_page_writes: "off", autovacuum: "off" };
const TRIES = 1_000;

const until = async (isTrue: () => Promise<boolean>) => {
  for (let tries = 0; !(await isTrue()); tries += 1) {
    if (tries > TRIES) throw new Error("PostgreSQL did not get there.");
    await delay(20);
  }
};

/**
 * Prepares a server without starting it. Its database already exists, because a service that finds the server without
 * the database must give up.
 */
export const prepareLatePostgres = async (more: Readonly<Record<string, string>> = {}): Promise<LatePostgres> => {
  const dataDir = await makeTemporaryFolder();
  const folder = await preparePostgresFolder(dataDir, ["--no-sync"]);
  const { pgData } = folder;
  const withClient = async (database: string, work: (client: Client) => Promise<unknown>) => {
    const client = new Client(connectionTo(pgData, "postgres", database));
    client.on("error", () => {});
    await client.connect();
    await work(client).finally(() => client.end());
  };
  const stop = async () => {
    const pid = await readPid(pgData);
    if (pid !== undefined) process.kill(pid, "SIGINT");
    await until(async () => (await readPid(pgData)) === undefined);
  };
  const start = async (name: string, work: (client: Client) => Promise<unknown>) => {
    await startServer(folder, { ...settings, ...more });
    await until(() =>
      withClient(name, work).then(
        () => true,
        () => false,
      ),
    );
  };
  await start("postgres", createStore);
  await stop();
  return {
    url: `postgresql://petstore@/${STORE_NAME}?host=${encodeURIComponent(pgData)}`,
    start: () => start(STORE_NAME, (client) => client.query("SELECT")),
    stop,
    query: (sql, database = STORE_NAME) => withClient(database, (client) => client.query(sql)),
    remove: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
};
