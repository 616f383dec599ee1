import { rm } from "node:fs/promises";

import { Client, type ClientConfig } from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";

import { migrate } from "../src/database/migrate.js";
import { openPrivatePostgres } from "../src/database/private-postgres.js";
import { refuseStaleClient } from "./support/stale-client.js";
import { makeTemporaryFolder } from "./support/temporary-folder.js";

declare module "vitest" {
  interface ProvidedContext {
    postgres: { host: string; port: number; ssl: false };
  }
}

const log = pino({ level: "silent" });

// One server serves the whole run, and each test file clones the migrated template.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  refuseStaleClient();
  const dataDir = await makeTemporaryFolder();
  const settings = {
    max_connections: "300",
    // The data is lost after the run, so it need not survive a crash.
    ...{ fsync: "off", full_page_writes: "off", wal_level: "minimal", max_wal_senders: "0" },
    autovacuum: "off",
    // Each test file gets a copy of the template. If the kernel copies the files, this takes a fifth of the processor
    // time.
    file_copy_method: "clone",
  };
  const server = await openPrivatePostgres({ dataDir, log, settings });
  const close = async () => {
    await server.close();
    await rm(dataDir, { recursive: true });
  };
  const { host, port } = server.connection;
  project.provide("postgres", { host, port, ssl: false });
  await makeTemplate(server.connection).catch((error: unknown) => close().then(() => Promise.reject(error)));
  return close;
}

const makeTemplate = async (connection: ClientConfig): Promise<void> => {
  const client = new Client({ ...connection, user: "postgres", database: "postgres" });
  await client.connect();
  await client.query("CREATE DATABASE petstore_template OWNER petstore");
  await client.end();
  await migrate({ ...connection, database: "petstore_template" }, log);
};
