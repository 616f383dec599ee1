import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClientConfig } from "pg";
import type { Logger } from "pino";
import { OperatorError } from "../../config/operator-error.js";
import { openPrivatePostgres } from "../../database/private-postgres.js";
import { findTables, type StoreTable } from "./catalogue.js";
import { createRowCounter } from "./count-rows.js";
import { createUnorderedDigest } from "./digest-rows.js";
import type { Tail } from "./format.js";
import { WITH_OBJECTS } from "./object-rows.js";
import { type BackupSource, readBackup, type ReadSettings, verifyBackup } from "./read-backup.js";
import { restoreExactly } from "./restore-backup.js";
import { migrationsOf } from "./restore-target.js";
import { prepareTransaction, type StoreClient, withStoreClient } from "./store-client.js";
import { readSequences, readTable } from "./write-backup.js";

const NAME = "petstore restore --verify";

/** Runs the work on an empty PostgreSQL in a temporary folder, which is removed however the work ends. */
const withScratchStore = async <Result>(
  log: Logger,
  signal: AbortSignal,
  work: (connection: ClientConfig) => Promise<Result>,
): Promise<Result> => {
  const dataDir = await mkdtemp(join(tmpdir(), "petstore-verify-"));
  try {
    // Nobody needs this store after a crash.
    const postgres = await openPrivatePostgres({ dataDir, log, settings: { fsync: "off" }, signal });
    try {
      return await work(postgres.connection);
    } finally {
      await postgres.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
};

const digestOf = async (chunks: AsyncIterable<Buffer>): Promise<string> => {
  const digest = createUnorderedDigest();
  for await (const chunk of chunks) digest.add(chunk);
  return digest.result();
};

/** The backup has the files of a bucket after those in PostgreSQL, and so not in the order of the key. */
const hasSameFiles = async (
  client: StoreClient,
  table: StoreTable,
  source: BackupSource,
  settings: ReadSettings,
): Promise<boolean> => {
  let written = "";
  await readBackup(
    source,
    async ({ table: name }, rows) => {
      const digest = await digestOf(rows);
      if (name === table.name) written = digest;
    },
    { signal: settings.signal },
  );
  return written === (await digestOf(readTable(client, table)));
};

/** Finds the first table or sequence of a store that differs from the backup. */
export const findDifference = async (
  client: StoreClient,
  { tables, sequences }: Tail,
  source: BackupSource,
  settings: ReadSettings,
): Promise<string | undefined> => {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await prepareTransaction(client);
  const { ours } = await findTables(client);
  for (const table of ours) {
    settings.signal.throwIfAborted();
    const counter = createRowCounter();
    for await (const chunk of readTable(client, table)) counter.add(chunk);
    const { rows, sha256 } = counter.result();
    const written = tables.find(({ name }) => name === table.name);
    if (rows !== written?.rows) return `table "${table.name}" has ${rows} instead of ${written?.rows ?? 0} rows`;
    const isSame =
      sha256 === written.sha256 ||
      (table.name === WITH_OBJECTS && (await hasSameFiles(client, table, source, settings)));
    if (!isSame) return `the rows of table "${table.name}" differ`;
  }
  const restored = await readSequences(client, ours);
  return JSON.stringify(restored) === JSON.stringify(sequences) ? undefined : "the sequences differ";
};

export const isNotRestorable = (error: unknown): boolean =>
  error instanceof OperatorError && (error.code === "invalid_file" || error.code === "problems_found");

/**
 * Reads the backup to its end, restores it into a scratch store and compares every table with the backup.
 * @throws OperatorError if a byte of the backup has changed, or if the restored store differs
 */
export const verifyByRestore = async (
  source: BackupSource,
  log: Logger,
  settings: ReadSettings,
): Promise<Awaited<ReturnType<typeof verifyBackup>>> => {
  const verified = await verifyBackup(source, settings);
  await migrationsOf(verified.head);
  await withScratchStore(log, settings.signal, async (connection) => {
    await restoreExactly(connection, { ...source, ...verified }, log, settings);
    const difference = await withStoreClient(connection, NAME, settings.signal, (client) =>
      findDifference(client, verified.tail, source, settings),
    );
    if (difference === undefined) return;
    throw new OperatorError(
      "problems_found",
      `The restored store differs from the backup (${difference}):`,
      "use another backup, and report this one.",
    );
  });
  return verified;
};
