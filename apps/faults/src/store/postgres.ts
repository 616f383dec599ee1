import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openPrivatePostgres } from "@petstore/api/dist/database/private-postgres.js";
import { createLog } from "@petstore/api/dist/startup/log.js";
import { Client } from "pg";
import type { Cleanup } from "../cleanup.js";

/** The name of the private store's database, and of the role that owns it. */
const STORE = "petstore";

/** A server that is reached through the Unix socket in its folder. */
export type Postgres = {
  readonly socketPath: string;
  /** As a superuser. */
  query<Row extends object>(database: string, text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The process id of the postmaster. */
  postmaster(): Promise<number>;
};

/** The server of a data folder, whoever runs it. */
export const postgresIn = (dataDir: string): Postgres => {
  const folder = join(dataDir, "postgres");
  return {
    socketPath: join(folder, ".s.PGSQL.5432"),
    query: async <Row extends object>(database: string, text: string, values: readonly unknown[] = []) => {
      const client = new Client({ host: folder, port: 5432, user: "postgres", database, ssl: false });
      // A server that is killed ends idle connections with an event that would end this process.
      client.on("error", () => {});
      await client.connect();
      try {
        return (await client.query<Row>(text, [...values])).rows;
      } finally {
        await client.end().catch(() => {});
      }
    },
    postmaster: async () => Number((await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n")[0]),
  };
};

/** Starts a server in a data folder that holds a store, for services that reach it by DATABASE_URL. */
export const startPostgres = async (dataDir: string, cleanup: Cleanup): Promise<Postgres> => {
  const log = await createLog("silent");
  // A frozen connection keeps its place in the server until the end of its case.
  const opening = openPrivatePostgres({ dataDir, log, settings: { max_connections: "400" } });
  cleanup.add(() => opening.then((server) => server.close()));
  await opening;
  return postgresIn(dataDir);
};

export const storeDatabase = STORE;

/** A copy of the store as a database of its own. */
export const cloneStore = async (postgres: Postgres, name: string, cleanup: Cleanup): Promise<void> => {
  await postgres.query("postgres", `CREATE DATABASE ${name} TEMPLATE ${STORE} OWNER ${STORE}`);
  cleanup.add(async () => void (await postgres.query("postgres", `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)));
};

/** Its address for DATABASE_URL, through a port on loopback. */
export const urlOf = (port: number, database: string) => `postgresql://${STORE}@127.0.0.1:${port}/${database}`;
