import { appendFile, chown, copyFile, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { storeDatabase } from "../store/postgres.js";
import { type PostgresFolder, preparePostgresFolder } from "@petstore/api/dist/database/postgres-folder.js";
import { hasEnded, type Start, startServer } from "@petstore/api/dist/database/postgres-start.js";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { Client } from "pg";
import { childrenOf, haveExited, isRunning } from "../service/processes.js";
import { findFreePort } from "../service/service-process.js";
import { queryOnce } from "../store/query-once.js";
import { copyFolder } from "../store/store.js";
import type { Certificate } from "./certificates.js";

/** A PostgreSQL with TLS on a loopback port, which nothing restarts. */
export type DatabaseServer = {
  readonly port: number;
  readonly folder: PostgresFolder;
  start(): Promise<void>;
  /** @param how - SIGINT is PostgreSQL's fast shutdown. */
  stop(how: "SIGINT" | "SIGKILL"): Promise<void>;
  /** Pauses or continues the server with all its processes. */
  signal(name: "SIGSTOP" | "SIGCONT"): Promise<void>;
  isRunning(): boolean;
  /** Runs a query as a superuser. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Uses another certificate for new connections. */
  present(certificate: Certificate): Promise<void>;
};

export const servicePassword = "of-an-outage";
const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 20_000;

const settings = {
  listen_addresses: "127.0.0.1",
  ssl: "on",
  max_connections: "200",
  wal_level: "replica",
  hot_standby: "on",
  max_wal_senders: "4",
  wal_receiver_status_interval: "100ms",
  // The disk of the server may be small, but a standby that was away must find what it missed.
  min_wal_size: "32MB",
  max_wal_size: "96MB",
  wal_keep_size: "160MB",
};

const connectionOf = ({ pgData }: PostgresFolder, database: string) => ({
  host: pgData,
  user: "postgres",
  database,
  ssl: false,
});

const createDatabaseServer = async (folder: PostgresFolder, cleanup: Cleanup): Promise<DatabaseServer> => {
  const port = await findFreePort();
  let started: Start | undefined;
  const pid = () => started?.child.pid ?? 0;
  const query = <Row extends object>(text: string, values?: readonly unknown[]) =>
    queryOnce<Row>({ ...connectionOf(folder, storeDatabase), port }, text, values);
  const isUp = () =>
    queryOnce({ ...connectionOf(folder, "postgres"), port }, "SELECT").then(
      () => true,
      () => false,
    );
  const all = async () => [pid(), ...(await childrenOf(pid()))];
  const signal = async (name: NodeJS.Signals) => {
    for (const one of await all()) if (await isRunning(one)) process.kill(one, name);
  };
  const stop = async (how: "SIGINT" | "SIGKILL") => {
    if (hasEnded(started)) return;
    const pids = await all();
    await signal("SIGCONT");
    process.kill(pid(), how);
    if (await haveExited(pids, STOP_WITHIN_MS)) return;
    for (const one of pids) if (await isRunning(one)) process.kill(one, "SIGKILL");
    await haveExited(pids, STOP_WITHIN_MS);
  };
  cleanup.add(() => stop("SIGKILL"));
  return {
    port,
    folder,
    query,
    signal,
    stop,
    isRunning: () => !hasEnded(started),
    start: async () => {
      started = await startServer(folder, { ...settings, port: String(port) });
      const giveUpAt = performance.now() + READY_WITHIN_MS;
      while (!(await isUp())) {
        if (performance.now() > giveUpAt) throw new Error(`PostgreSQL in ${folder.pgData} does not start.`);
        await sleep(50);
      }
    },
    present: async (files) => {
      await placeCertificate(folder, files);
      await query("SELECT pg_reload_conf()");
    },
  };
};

const placeCertificate = async ({ pgData }: PostgresFolder, { certificate, key }: Certificate) => {
  const { uid, gid } = await stat(pgData);
  for (const [from, name] of [
    [certificate, "server.crt"],
    [key, "server.key"],
  ] as const) {
    await copyFile(from, join(pgData, name));
    await chown(join(pgData, name), uid, gid);
  }
};

/** Creates and starts a server with an empty store. */
export const startPrimary = async (
  dataDir: string,
  certificate: Certificate,
  cleanup: Cleanup,
): Promise<DatabaseServer> => {
  const folder = await preparePostgresFolder(dataDir, []);
  const rules = "local all all trust\nlocal replication all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n";
  await writeFile(join(folder.pgData, "pg_hba.conf"), rules);
  await placeCertificate(folder, certificate);
  const server = await createDatabaseServer(folder, cleanup);
  await server.start();
  const client = new Client({ ...connectionOf(folder, "postgres"), port: server.port });
  await client.connect();
  await client.query(`CREATE ROLE ${storeDatabase} LOGIN PASSWORD '${servicePassword}'`);
  await client.query(`CREATE DATABASE ${storeDatabase} OWNER ${storeDatabase} TEMPLATE template0 ENCODING 'UTF8'`);
  await client.end();
  return server;
};

/** Copies the files of the running primary, because the package has no pg_basebackup, and starts the copy. */
export const startStandby = async (
  primary: DatabaseServer,
  dataDir: string,
  cleanup: Cleanup,
): Promise<DatabaseServer> => {
  const pgData = join(dataDir, "postgres");
  await mkdir(pgData);
  const client = new Client({ ...connectionOf(primary.folder, "postgres"), port: primary.port });
  await client.connect();
  await client.query("SELECT pg_backup_start('standby', true)");
  await copyFolder(primary.folder.pgData, pgData);
  const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)");
  await client.end();
  await rm(join(pgData, "postmaster.pid"), { force: true });
  await writeFile(join(pgData, "backup_label"), rows[0]?.labelfile ?? "");
  await writeFile(join(pgData, "standby.signal"), "");
  const address = `host=${primary.folder.pgData} port=${primary.port} user=postgres application_name=standby`;
  const lines = `primary_conninfo = '${address}'\nwal_retrieve_retry_interval = '100ms'\n`;
  await appendFile(join(pgData, "postgresql.auto.conf"), lines);
  const standby = await createDatabaseServer({ ...primary.folder, dataDir, pgData }, cleanup);
  await standby.start();
  return standby;
};
