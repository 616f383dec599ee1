import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { ClientConfig } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Write } from "./backup-place.js";
import { columnList, findSequences, qualified, type StoreTable } from "./catalogue.js";
import { createRowCounter } from "./count-rows.js";
import { END_OF_ROWS, FORMAT, FORMAT_VERSION, footerOf, type Head, type Tail } from "./format.js";
import type { ObjectStore } from "../../pets/photos/object-store.js";
import { readObjectRows, WITH_OBJECTS, WITHOUT_ROWS } from "./object-rows.js";
import { encryptTo } from "./recipients.js";
import { openSnapshot, type Snapshot } from "./snapshot.js";
import { type StoreClient, withStoreClient } from "./store-client.js";

export type BackupSettings = {
  readonly signal: AbortSignal;
  readonly onRows?: ((rows: number) => void) | undefined;
  /** The store of the photos that are not in PostgreSQL. */
  readonly objects?: ObjectStore | undefined;
  /** The public keys of age to encrypt the backup to. */
  readonly recipients?: readonly string[] | undefined;
};

export type BackupSummary = {
  readonly createdAt: string;
  /** The size of the file. */
  readonly bytes: number;
  readonly tables: Tail["tables"];
  /** The tables in the same schema that do not belong to Pet Store. */
  readonly leftOut: readonly string[];
  /** The number of photo files that are missing in the bucket. */
  readonly missingFiles: number;
};

const line = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

// The rows are ordered, so that equal tables have equal checksums on every server.
const copyStatement = (table: StoreTable): string => {
  const key = table.key.map(({ name, isText }) => `${columnList([name])}${isText ? ' COLLATE "C"' : ""}`);
  const order = key.length === 0 ? "" : ` ORDER BY ${key.join(", ")}`;
  const rows = table.name === WITHOUT_ROWS ? " WHERE false" : "";
  return `COPY (SELECT ${columnList(table.columns)} FROM ${qualified(table)}${rows}${order}) TO STDOUT`;
};

/** Reads the rows of a table, ordered by its key. */
export const readTable = async function* (client: StoreClient, table: StoreTable): AsyncGenerator<Buffer> {
  const rows = client.submit(copyTo(copyStatement(table)))[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const { done, value } = await client.answerOf(rows.next());
    if (done === true) return;
    yield value;
  }
};

export const readSequences = async (client: StoreClient, tables: readonly StoreTable[]): Promise<Tail["sequences"]> => {
  const sequences = [];
  // The sequences are read after the snapshot was taken, so that each is at least as high as every id in the snapshot.
  for (const sequence of await findSequences(client, tables)) {
    const [state] = await client.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${qualified(sequence)}`,
    );
    if (state !== undefined) sequences.push({ name: sequence.name, ...state });
  }
  return sequences;
};

const contentOf = async function* (
  client: StoreClient,
  { head, tables }: Snapshot,
  onTail: (tail: Tail) => void,
  onRows: (rows: number) => void,
  readRows: (client: StoreClient, table: StoreTable) => AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  yield line({ format: FORMAT, version: FORMAT_VERSION, ...head } satisfies Head);
  const counted: Tail["tables"] = [];
  let before = 0;
  for (const table of tables) {
    yield line({ table: table.name, columns: table.columns });
    const counter = createRowCounter();
    for await (const chunk of readRows(client, table)) {
      counter.add(chunk);
      onRows(before + counter.rows());
      yield chunk;
    }
    yield END_OF_ROWS;
    before += counter.rows();
    counted.push({ name: table.name, ...counter.result() });
  }
  const tail = { tables: counted, sequences: await readSequences(client, tables) };
  onTail(tail);
  yield line(tail);
};

const writePlain = (
  connection: ClientConfig,
  write: Write,
  { signal, onRows = () => {}, objects }: BackupSettings,
): Promise<Omit<BackupSummary, "bytes">> =>
  withStoreClient(connection, "petstore backup", signal, async (client) => {
    const snapshot = await openSnapshot(client);
    const hash = createHash("sha256");
    let tables: Tail["tables"] = [];
    let missingFiles = 0;
    const readRows = async function* (from: StoreClient, table: StoreTable) {
      yield* readTable(from, table);
      if (table.name === WITH_OBJECTS) yield* readObjectRows(from, table, objects, () => void (missingFiles += 1));
    };
    const content = contentOf(client, snapshot, (tail) => void (tables = tail.tables), onRows, readRows);
    await pipeline(content, createGzip({ chunkSize: 65_536 }), async (compressed: AsyncIterable<Buffer>) => {
      for await (const chunk of compressed) {
        hash.update(chunk);
        await write(chunk);
      }
    });
    await write(footerOf(hash.digest("hex")));
    await client.query("COMMIT");
    const { createdAt } = snapshot.head;
    return { createdAt, tables, leftOut: snapshot.leftOut, missingFiles };
  });

/** Writes one snapshot of the whole store. @param write - Resolves when it accepts more bytes. */
export const writeBackup = async (
  connection: ClientConfig,
  write: Write,
  settings: BackupSettings,
): Promise<BackupSummary> => {
  const { recipients = [] } = settings;
  let bytes = 0;
  const counted: Write = (chunk) => {
    bytes += chunk.length;
    return write(chunk);
  };
  const produce = (to: Write) => writePlain(connection, to, settings);
  const { createdAt, ...summary } = await (recipients.length === 0
    ? produce(counted)
    : encryptTo(recipients, counted, produce));
  return { createdAt, bytes, ...summary };
};
