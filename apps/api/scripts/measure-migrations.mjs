// Measures the migrations since the last release on a store of a million pets: how long each takes, and what it stops
// meanwhile. It prints the table of docs/operations.md. Locks of less than a millisecond may be missing.
// Usage: node apps/api/scripts/measure-migrations.mjs [PETS]
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { concurrentIndexOf } from "../dist/database/concurrent-index.js";
import { migrate } from "../dist/database/migrate.js";
import { prismaDirectory, readMigrations } from "../dist/database/migrations.js";
import { openPrivatePostgres } from "../dist/database/private-postgres.js";
import { createLog } from "../dist/startup/log.js";

const [pets = "1000000"] = process.argv.slice(2);
const released = JSON.parse(readFileSync(new URL("../released/service.json", import.meta.url), "utf8"));
const log = await createLog("error");
const folder = await mkdtemp(join(tmpdir(), "petstore-migrations-"));

/** The modes of locks, from the weakest to the strongest. The first four conflict with no request. */
const modes = [
  "AccessShareLock",
  "RowShareLock",
  "RowExclusiveLock",
  "ShareUpdateExclusiveLock",
  "ShareLock",
  "ShareRowExclusiveLock",
  "ExclusiveLock",
  "AccessExclusiveLock",
];
const stops = {
  ShareLock: "writes",
  ShareRowExclusiveLock: "writes",
  ExclusiveLock: "writes",
  AccessExclusiveLock: "all",
};

/** A quarter of the pets have a profile; there is an order for each fifth, and two events for each. */
const fill = `
  SET session_replication_role = replica;
  INSERT INTO category (name) SELECT 'Category ' || n FROM generate_series(1, 50) AS n;
  INSERT INTO pet (name, category_id, status)
    SELECT 'Pet ' || n, 1 + n % 50, 'available' FROM generate_series(1, $pets) AS n;
  INSERT INTO pet_profile (pet_id, attributes)
    SELECT n, jsonb_build_object('1', 'Breed ' || n % 300) FROM generate_series(1, $pets, 4) AS n;
  INSERT INTO customer (name, email)
    SELECT 'Customer ' || n, n || '@example.com' FROM generate_series(1, $pets / 20) AS n;
  INSERT INTO store_order (pet_id, status, customer_id)
    SELECT n, 'delivered', 1 + n % ($pets / 20) FROM generate_series(1, $pets, 5) AS n;
  INSERT INTO note (pet_id, text, author)
    SELECT n, 'A note about ' || n, '{"kind": "account", "id": 1, "name": "Jane"}' FROM generate_series(1, $pets, 10) AS n;
  INSERT INTO audit_event (at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after)
    SELECT now(), 'account', 1, 'Jane', 'pet.update', 'pet', 1 + n % $pets, '{"status": "available"}', '{"status": "pending"}'
    FROM generate_series(1, 2 * $pets) AS n;
  RESET session_replication_role;`;

/** Looks often at the locks of the process that migrates, and remembers the strongest on each table. */
const watchLocks = (client) => {
  const held = new Map();
  const over = new AbortController();
  const look = async () => {
    const { rows } = await client.query(
      `SELECT relation::regclass::text AS name, mode FROM pg_locks JOIN pg_stat_activity USING (pid)
       JOIN pg_class ON pg_class.oid = relation
       WHERE application_name = 'petstore migrate' AND granted AND locktype = 'relation' AND relkind IN ('r', 'p')
         AND relnamespace <> 'pg_catalog'::regnamespace AND relation::regclass::text <> '_prisma_migrations'`,
    );
    for (const { name, mode } of rows) {
      const table = name.replace(/_(?:\d{6}|oldest)$/, "");
      if (modes.indexOf(mode) > modes.indexOf(held.get(table))) held.set(table, mode);
    }
    await sleep(1);
    if (!over.signal.aborted) await look();
  };
  const watching = look();
  return async () => {
    over.abort();
    await watching;
    return [...held];
  };
};

const describe = (locks) =>
  locks
    .filter(([, mode]) => stops[mode] !== undefined)
    .map(([table, mode]) => `${stops[mode]} of \`${table}\``)
    .join(", ") || "nothing";

let server;
let client;
try {
  server = await openPrivatePostgres({ dataDir: folder, log });
  const migrations = await readMigrations(prismaDirectory);
  const known = released.migrations.length;
  await migrate(server.connection, log, migrations.slice(0, known));
  client = new pg.Client({ ...server.connection, user: "postgres" });
  await client.connect();
  await client.query(fill.replaceAll("$pets", String(Number(pets))));
  await client.query("VACUUM ANALYZE");
  process.stdout.write("| Migration | Seconds | Stops meanwhile |\n| --- | ---: | --- |\n");
  for (let count = known + 1; count <= migrations.length; count += 1) {
    const migration = migrations[count - 1];
    const finish = watchLocks(client);
    const startedAt = performance.now();
    await migrate(server.connection, log, migrations.slice(0, count));
    const seconds = (performance.now() - startedAt) / 1000;
    const locks = await finish();
    const stopped = concurrentIndexOf(migration) === undefined ? describe(locks) : "nothing";
    process.stdout.write(`| \`${migration.name}\` | ${seconds.toFixed(2)} | ${stopped} |\n`);
  }
} finally {
  await client?.end();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
}
