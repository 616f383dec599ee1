import { openPrivatePostgres } from "@petstore/api/dist/database/private-postgres.js";
import { createLog } from "@petstore/api/dist/startup/log.js";
import { Client } from "pg";
import type { Cleanup } from "../cleanup.js";

export type Postgres = {
  readonly dataDir: string;
  readonly version: string;
  urlOf(database: string): string;
  query<Row>(database: string, work: (client: Client) => Promise<Row>): Promise<Row>;
  create(database: string, template?: string): Promise<void>;
  drop(database: string): Promise<void>;
};

export const openPostgres = async (dataDir: string, cleanup: Cleanup): Promise<Postgres> => {
  const opening = openPrivatePostgres({ dataDir, log: await createLog("error") });
  // An interrupt during the start waits until the server can be stopped.
  cleanup.add(() => opening.then((server) => server.close()));
  const server = await opening;
  const { host, user: owner } = server.connection;
  if (host.startsWith("/proc/self")) throw new Error(`The path of "${dataDir}" is too long for PostgreSQL's socket.`);

  const query: Postgres["query"] = async (database, work) => {
    const client = new Client({ host, user: "postgres", database, ssl: false });
    await client.connect();
    return work(client).finally(() => client.end());
  };
  const command = (text: string) => query("postgres", (client) => client.query(text));

  const { rows } = await query("postgres", (client) => client.query<{ server_version: string }>("SHOW server_version"));
  return {
    dataDir,
    version: rows[0]?.server_version ?? "",
    urlOf: (database) => `postgresql://${owner}@/${database}?host=${encodeURIComponent(host)}`,
    query,
    create: async (database, template = "template1") => {
      await command(`CREATE DATABASE ${database} TEMPLATE ${template} OWNER ${owner}`);
      // Otherwise this checkpoint would happen during a run.
      await command("CHECKPOINT");
    },
    drop: async (database) => {
      await command(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    },
  };
};
