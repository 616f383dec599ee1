import { OperatorError } from "../../config/operator-error.js";
import { listObjects, readObject, type StoredObject } from "../move-media.js";
import { CHUNK_BYTES } from "../../pets/photos/media-store.js";
import type { ObjectStore } from "../../pets/photos/object-store.js";
import type { StoreTable } from "./catalogue.js";
import type { StoreClient } from "./store-client.js";

/**
 * The backup contains the files of the bucket as rows of this table, as if they were stored in PostgreSQL. So a restore
 * does not need the bucket.
 */
export const WITH_OBJECTS = "media_chunk";
/**
 * A backup contains no rows of this table. A restored store must neither use nor delete the objects, because they
 * belong to the bucket of the original store.
 */
export const WITHOUT_ROWS = "media_object";

const toRow = (columns: readonly string[], { sha256, width }: StoredObject, place: number, bytes: Buffer): Buffer => {
  const values: Readonly<Record<string, string>> = {
    sha256: `\\\\x${sha256}`,
    width: `${width}`,
    place: `${place}`,
    bytes: `\\\\x${bytes.toString("hex")}`,
  };
  return Buffer.from(`${columns.map((name) => values[name] ?? "\\N").join("\t")}\n`);
};

const noBucket = () =>
  new OperatorError(
    "invalid_environment",
    "Photos are in a bucket, but PHOTO_STORE names none:",
    "set it to the same value as for the service.",
  );

/**
 * Reads rows of {@link WITH_OBJECTS} from the bucket, one file at a time.
 * @param onMissing - Is called for each file that has no object.
 */
export const readObjectRows = async function* (
  client: StoreClient,
  { columns }: StoreTable,
  objects: ObjectStore | undefined,
  onMissing: () => void,
): AsyncGenerator<Buffer> {
  const [table] = await client.query(`SELECT WHERE to_regclass('${WITHOUT_ROWS}') IS NOT NULL`);
  if (table === undefined) return;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const batch: StoredObject[] = await listObjects((sql, values) => client.query(sql, values), after);
    for (const object of batch) {
      if (objects === undefined) throw noBucket();
      const bytes = await readObject(objects, object);
      if (bytes === undefined) onMissing();
      for (let from = 0; from < (bytes?.length ?? 0); from += CHUNK_BYTES) {
        const chunk = bytes?.subarray(from, from + CHUNK_BYTES);
        if (chunk !== undefined) yield toRow(columns, object, from / CHUNK_BYTES, chunk);
      }
    }
    after = batch.at(-1)?.key;
  }
};
