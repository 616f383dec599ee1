import { randomUUID } from "node:crypto";

import { PrismaPg } from "@prisma/adapter-pg";
import { Client, type ClientConfig, type Pool } from "pg";
import { pino } from "pino";
import { inject } from "vitest";

import { openPool } from "../../src/database/pool.js";
import { PrismaClient } from "../../src/generated/client.js";

export type TestDatabase = {
  db: PrismaClient;
  pool: Pool;
  /** As the ordinary user that owns the database, as in production. */
  connection: ClientConfig & { host: string; database: string };
  /** The same as a DATABASE_URL. */
  url: string;
  drop(): Promise<void>;
};

/** A database of the caller's own. @param template "petstore_template" (migrated, without rows) or "template1" (empty) */
export async function createTestDatabase(template = "petstore_template"): Promise<TestDatabase> {
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  await queryAsSuperuser(`CREATE DATABASE ${database} TEMPLATE ${template} OWNER petstore`);
  const connection = { ...inject("postgres"), user: "petstore", database };
  const pool = openPool({ ...connection, max: 5, connectionTimeoutMillis: 5_000 }, pino({ level: "silent" }));
  const db = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions: { maxWait: 6_000 } });
  const drop = async () => {
    await db.$disconnect();
    if (!pool.ended) {
      await pool.end();
    }
    await queryAsSuperuser(`DROP DATABASE ${database} WITH (FORCE)`);
  };
  const url = `postgresql://petstore@/${database}?host=${encodeURIComponent(connection.host)}`;
  return { db, pool, connection, url, drop };
}

/** What the service's own user may not do. */
export async function queryAsSuperuser(sql: string): Promise<void> {
  const client = new Client({ ...inject("postgres"), user: "postgres", database: "postgres" });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
