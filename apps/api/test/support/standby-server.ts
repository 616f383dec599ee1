import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { appendFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import { pino } from "pino";
import { hasCode } from "../../src/database/errors.js";
import { migrate } from "../../src/database/migrate.js";
import { type PostgresFolder, preparePostgresFolder } from "../../src/database/postgres-folder.js";
import { readPid } from "../../src/database/postgres-pid.js";
import { connectionTo } from "../../src/database/postgres-server.js";
import { startServer } from "../../src/database/postgres-start.js";
import { createStore, STORE_NAME } from "../../src/database/create-store.js";
import { makeTemporaryFolder } from "./temporary-folder.js";

const log = pino({ level: "silent" });

export type StandbyPair = {
  readonly primary: Server;
  readonly standby: Server;
  /** Stops both servers and removes their folders. */
  remove(): Promise<void>;
};

type Server = {
  readonly url: string;
  readonly connection: ClientConfig & { readonly host: string };
  start(): Promise<void>;
  /** Stops the server after it has sent everything to its standby. */
  stop(): Promise<void>;
  /** Configures the server as a standby before it starts. */
  follow(primary: Server): Promise<void>;
  /** Sends SIGKILL to the postmaster. Its children then end by themselves. */
  kill(): Promise<void>;
  /** Sends a signal to the postmaster and to all of its children. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
  query<Row>(sql: string): Promise<Row[]>;
};

const settings = {
  max_connections: "200",
  ...{ fsync: "off", full_page_writes: "off", autovacuum: "off" },
  ...{ wal_level: "replica", hot_standby: "on", max_wal_senders: "4", wal_receiver_status_interval: "100ms" },
};

const until = async (isTrue: () => Promise<boolean>) => {
  for (let tries = 0; !(await isTrue()); tries += 1) {
    if (tries > 1_000) throw new Error("PostgreSQL did not become ready.");
    await delay(20);
  }
};

const killIfRunning = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, "ESRCH")) throw error;
  }
};

const createServer = ({ pgData, ...folder }: PostgresFolder): Server => {
  const connection = connectionTo(pgData, STORE_NAME, STORE_NAME);
  const query = async <Row>(sql: string) => {
    const client = new Client({ ...connection, user: "postgres", database: "postgres" });
    client.on("error", () => {});
    await client.connect();
    return client.query(sql).then(
      ({ rows }) => client.end().then(() => rows as Row[]),
      (error: unknown) => client.end().then(() => Promise.reject(error as Error)),
    );
  };
  let postmaster: number | undefined;
  const signalPostmaster = (signal: NodeJS.Signals) => postmaster !== undefined && process.kill(postmaster, signal);
  const children = () => {
    const list = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
    return (list.match(/[0-9]+/g) ?? []).map(Number);
  };
  return {
    connection,
    url: `postgresql://petstore@/${STORE_NAME}?host=${encodeURIComponent(pgData)}`,
    query,
    start: async () => {
      const { child } = await startServer({ pgData, ...folder }, settings);
      postmaster = child.pid;
      await until(() =>
        query("SELECT").then(
          () => true,
          () => false,
        ),
      );
    },
    stop: async () => {
      signalPostmaster("SIGINT");
      await until(async () => (await readPid(pgData)) === undefined);
      postmaster = undefined;
    },
    follow: async (primary) => {
      const conninfo = `host=${primary.connection.host} user=postgres`;
      const lines = `primary_conninfo = '${conninfo}'\nwal_retrieve_retry_interval = '100ms'\n`;
      await appendFile(join(pgData, "postgresql.auto.conf"), lines);
      await writeFile(join(pgData, "standby.signal"), "");
    },
    kill: async () => {
      signalPostmaster("SIGKILL");
      postmaster = undefined;
      await until(() =>
        query("SELECT").then(
          () => false,
          () => true,
        ),
      );
      await rm(join(pgData, "postmaster.pid"), { force: true });
    },
    signal: (signal) => {
      // The postmaster gets the signal first, so that it does not start another child in the meantime.
      signalPostmaster(signal);
      for (const pid of children()) killIfRunning(pid, signal);
    },
  };
};

/** Copies the files of a running primary, because the package has no pg_basebackup. */
const copyFiles = async (primary: Server, from: string, to: string): Promise<void> => {
  const client = new Client({ ...primary.connection, user: "postgres", database: "postgres" });
  await client.connect();
  await client.query("SELECT pg_backup_start('standby', true)");
  execFileSync("cp", ["-a", from, to]);
  const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)");
  await client.end();
  await Promise.all(
    ["postmaster.pid", ".s.PGSQL.5432", ".s.PGSQL.5432.lock"].map((name) => rm(join(to, name), { force: true })),
  );
  await writeFile(join(to, "backup_label"), rows[0]?.labelfile ?? "");
};

const prepareStore = async ({ connection }: Server): Promise<void> => {
  const client = new Client({ ...connection, user: "postgres", database: "postgres" });
  await client.connect();
  await createStore(client);
  await client.end();
  await migrate(connection, log);
};

/** Creates a migrated primary without rows, and its standby. */
export const createStandbyPair = async (): Promise<StandbyPair> => {
  const dataDir = await makeTemporaryFolder();
  const copyDir = join(dataDir, "standby");
  const folder = await preparePostgresFolder(dataDir, ["--no-sync"]);
  const copy = { ...folder, dataDir: copyDir, pgData: join(copyDir, "postgres") };
  const [primary, standby] = [createServer(folder), createServer(copy)];
  const remove = async () => {
    for (const server of [standby, primary]) await server.kill();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  };
  try {
    await primary.start();
    await prepareStore(primary);
    await mkdir(copyDir);
    await copyFiles(primary, folder.pgData, copy.pgData);
    await standby.follow(primary);
    await standby.start();
    return { primary, standby, remove };
  } catch (error) {
    await remove();
    throw error;
  }
};
