import { finished } from "node:stream/promises";
import type { ClientConfig } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Logger } from "pino";
import { hasCode } from "../../database/errors.js";
import { migrate } from "../../database/migrate.js";
import { OperatorError } from "../../config/operator-error.js";
import { bulkLoad, setSequence } from "./bulk-load.js";
import { columnList, findSequences, findTables, qualified, type StoreTable } from "./catalogue.js";
import { damaged } from "./invalid-backup.js";
import { migrationsOf, requireEmpty, requireOlderSchema } from "./restore-target.js";
import { restorePartitions } from "./partitions.js";
import { type BackupSource, readBackup, type ReadSettings, type verifyBackup } from "./read-backup.js";
import { prepareTransaction, type StoreClient, withStoreClient } from "./store-client.js";
import type { Head, TableHead, Tail } from "./format.js";

export type RestoreSummary = {
  readonly head: Head;
  readonly tables: Tail["tables"];
  /** The migrations that came after the backup's own schema. */
  readonly applied: readonly string[];
  /** The number of webhook endpoints that were turned off. */
  readonly webhooksOff: number;
};

const LOCK_TIMEOUT_MS = 10_000;

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  JSON.stringify(some.toSorted()) === JSON.stringify(others.toSorted());

/** Reports only what the database says about its own rules, because values must not appear in logs. */
const explainRow = (error: unknown, table: string): unknown => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!/^2[23]/.test(code)) return error;
  const constraint = Reflect.get(error as Error, "constraint");
  const rule = typeof constraint === "string" ? `constraint "${constraint}"` : `PostgreSQL's error ${code}`;
  return damaged(`the rows of table "${table}" violate ${rule}`, error);
};

/** Waits until both the database and the file are ready. */
const copyRows = async (
  client: StoreClient,
  table: StoreTable,
  columns: readonly string[],
  rows: AsyncGenerator<Buffer>,
) => {
  const stream = client.submit(copyFrom(`COPY ${qualified(table)} (${columnList(columns)}) FROM STDIN`));
  // This does not use Promise.race, which would keep every chunk in memory until the end.
  let fail: (error: unknown) => void = () => {};
  let failure: unknown;
  stream.on("error", (error) => fail((failure = error)));
  for await (const chunk of rows) {
    const written = new Promise<void>((resolve, reject) => {
      fail = reject;
      if (failure !== undefined) reject(failure);
      else stream.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
    await client.answerOf(written);
  }
  if (failure !== undefined) throw failure;
  const ended = finished(stream);
  stream.end();
  await client.answerOf(ended);
};

const lockTables = async (client: StoreClient, tables: readonly StoreTable[]): Promise<void> => {
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    await client.query(`LOCK TABLE ${tables.map(qualified).join(", ")} IN ACCESS EXCLUSIVE MODE`);
  } catch (error) {
    if (!hasCode(error, "55P03")) throw error;
    const problem = "Another process uses the store:";
    throw new OperatorError("conflict", problem, "stop the service, then restore.", { cause: error });
  }
  await client.query("SET LOCAL lock_timeout = 0");
};

const loadTables = async (
  client: StoreClient,
  source: BackupSource,
  tables: readonly StoreTable[],
  settings: ReadSettings,
): Promise<Tail> => {
  const loaded: string[] = [];
  const loadTable = async ({ table: name, columns }: TableHead, rows: AsyncGenerator<Buffer>) => {
    const table = tables.find((candidate) => candidate.name === name);
    if (loaded.includes(name)) throw damaged(`it contains table "${name}" twice`);
    if (table === undefined || !isSame(table.columns, columns)) {
      throw damaged(`it contains table "${name}", which its schema does not have or has with other columns`);
    }
    loaded.push(name);
    await copyRows(client, table, columns, rows).catch((error: unknown) => Promise.reject(explainRow(error, name)));
  };
  const { tail } = await readBackup(source, loadTable, settings);
  const missing = tables.find(({ name }) => !loaded.includes(name));
  if (missing !== undefined) throw damaged(`it lacks table "${missing.name}"`);
  return tail;
};

const setSequences = async (client: StoreClient, tables: readonly StoreTable[], tail: Tail): Promise<void> => {
  const sequences = await findSequences(client, tables);
  const names = sequences.map(({ name }) => name);
  if (
    !isSame(
      names,
      tail.sequences.map(({ name }) => name),
    )
  )
    throw damaged("its schema has other sequences");
  for (const sequence of sequences) {
    const state = tail.sequences.find(({ name }) => name === sequence.name);
    if (state !== undefined) await setSequence(client, sequence, state);
  }
};

/**
 * Starts a new epoch. After the time of the backup, its positions may belong to other events, even if the backup is
 * restored into its own database.
 */
const startNewEpoch = async (client: StoreClient, tables: readonly StoreTable[]): Promise<void> => {
  if (tables.some(({ name }) => name === "event_feed")) await client.query("UPDATE event_feed SET server = NULL");
};

/**
 * Turns off the endpoints that would receive events. The restored store may be a copy, and the receivers cannot tell its
 * events from those of the original.
 */
const turnOffWebhooks = async (client: StoreClient, tables: readonly StoreTable[]): Promise<number> => {
  if (!tables.some(({ name }) => name === "webhook_endpoint")) return 0;
  const endpoints = await client.query(
    `UPDATE webhook_endpoint SET state = 'disabled', state_reason = 'copied', state_since = clock_timestamp(), next_probe_at = NULL
     WHERE state <> 'disabled' RETURNING id`,
  );
  return endpoints.length;
};

/**
 * Loads everything or nothing, so that a restore which is cut off leaves an empty store.
 * @param adapt - Changes what a restored store must not have in common with the original.
 */
const load = <Result>(
  connection: ClientConfig,
  head: Head,
  source: BackupSource,
  settings: ReadSettings,
  adapt: (client: StoreClient, tables: readonly StoreTable[]) => Promise<Result>,
): Promise<Result | undefined> =>
  withStoreClient(connection, "petstore restore", settings.signal, async (client) => {
    await client.query("BEGIN");
    await prepareTransaction(client);
    const { ours: tables } = await findTables(client);
    await lockTables(client, tables);
    await requireEmpty(client, tables);
    await restorePartitions(client, head.partitions);
    let adapted: Result | undefined;
    await bulkLoad(client, tables, async () => {
      const tail = await loadTables(client, source, tables, settings);
      await setSequences(client, tables, tail);
      adapted = await adapt(client, tables);
    }).catch((error: unknown) => Promise.reject(explainRow(error, "of the file")));
    await client.query("COMMIT");
    return adapted;
  });

const analyze = (connection: ClientConfig, signal: AbortSignal): Promise<void> =>
  withStoreClient(connection, "petstore restore", signal, async (client) => {
    await client.query("SET statement_timeout = 0");
    const { ours } = await findTables(client);
    for (const table of ours) await client.query(`ANALYZE ${qualified(table)}`);
  });

export type VerifiedBackup = BackupSource & Awaited<ReturnType<typeof verifyBackup>>;

const makeSchema = async (connection: ClientConfig, head: Head, log: Logger, signal: AbortSignal): Promise<void> => {
  await withStoreClient(connection, "petstore restore", signal, async (client) => {
    await requireEmpty(client, (await findTables(client)).ours);
    await requireOlderSchema(client, head);
  });
  await migrate(connection, log, await migrationsOf(head), signal);
};

/** Restores into an empty store exactly what the backup has, in the backup's schema. No service may use the store. */
export const restoreExactly = async (
  connection: ClientConfig,
  { head, ...source }: VerifiedBackup,
  log: Logger,
  settings: ReadSettings,
): Promise<void> => {
  await makeSchema(connection, head, log, settings.signal);
  await load(connection, head, source, settings, async () => {});
};

/**
 * Restores into an empty store, which is first migrated to the backup's schema. The file is read and verified a second
 * time.
 */
export const restoreBackup = async (
  connection: ClientConfig,
  { head, tail, ...source }: VerifiedBackup,
  log: Logger,
  settings: ReadSettings,
): Promise<RestoreSummary> => {
  const { signal } = settings;
  await makeSchema(connection, head, log, signal);
  const webhooksOff =
    (await load(connection, head, source, settings, async (client, tables) => {
      await startNewEpoch(client, tables);
      return turnOffWebhooks(client, tables);
    })) ?? 0;
  const { applied } = await migrate(connection, log, undefined, signal);
  await analyze(connection, signal);
  return { head, tables: tail.tables, applied, webhooksOff };
};
