import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";

import { migrate } from "../src/database/migrate.js";
import { openPrivatePostgres } from "../src/database/private-postgres.js";

declare module "vitest" {
  interface ProvidedContext {
    postgres: { host: string; port: number; ssl: false };
  }
}

const log = pino({ level: "silent" });

// One server for the whole run; each test file clones the migrated template.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "petstore-test-"));
  // Lost with the run anyway: no need to wait for the disk.
  const settings = { max_connections: "300", fsync: "off" };
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

async function makeTemplate(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, user: "postgres", database: "postgres" });
  await client.connect();
  await client.query("CREATE DATABASE petstore_template OWNER petstore");
  await client.end();
  await migrate({ ...connection, database: "petstore_template" }, log);
}
