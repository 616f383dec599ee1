import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openPrivatePostgres } from "@petstore/api/dist/database/private-postgres.js";
import { createLog } from "@petstore/api/dist/startup/log.js";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { queryOnce } from "./query-once.js";

/** The name of the database of the private store, and of the role that owns it. */
const STORE = "petstore";

export type Postgres = {
  readonly socketPath: string;
  /** Runs a query as a superuser. */
  query<Row extends object>(database: string, text: string, values?: readonly unknown[]): Promise<Row[]>;
  postmaster(): Promise<number>;
};

export const postgresIn = (dataDir: string): Postgres => {
  const folder = join(dataDir, "postgres");
  return {
    socketPath: join(folder, ".s.PGSQL.5432"),
    query: (database, text, values) =>
      queryOnce({ host: folder, port: 5432, user: "postgres", database, ssl: false }, text, values),
    postmaster: async () => Number((await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n")[0]),
  };
};

export const startPostgres = async (dataDir: string, cleanup: Cleanup): Promise<Postgres> => {
  const log = await createLog("silent");
  // A frozen connection occupies its backend until the case ends, so there must be many.
  const opening = openPrivatePostgres({ dataDir, log, settings: { max_connections: "400" } });
  cleanup.add(() => opening.then((server) => server.close()));
  await opening;
  return postgresIn(dataDir);
};

export const storeDatabase = STORE;

export const cloneStore = async (postgres: Postgres, name: string, cleanup: Cleanup): Promise<void> => {
  await postgres.query("postgres", `CREATE DATABASE ${name} TEMPLATE ${STORE} OWNER ${STORE}`);
  cleanup.add(async () => void (await postgres.query("postgres", `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)));
};

export const urlOf = (port: number, database: string) => `postgresql://${STORE}@127.0.0.1:${port}/${database}`;
