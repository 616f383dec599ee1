import type { CsvRecord } from "@petstore/contract/csv";
import {
  type Actor,
  MAX_LISTED_BAD_ROWS,
  MAX_PREVIEWED_PETS,
  type PetImportDryRun,
  type PetImportResult,
} from "@petstore/contract/routes";
import type pg from "pg";
import { audited, type RecordChange } from "../operation/audit-trail.js";
import type { Query } from "../database/query.js";
import { insertPets } from "../pets/store/insert-pets.js";
import { awaitFirst } from "./await-first.js";
import { type Batch, type ImportFormat, readBatches } from "./import-batches.js";
import { createImportCategories, type ImportCategories, type ImportOptions } from "./import-categories.js";
import type { BadRow, ImportRow } from "./import-row.js";
import { takeImportLock } from "./import-lock.js";
import { createPreview } from "./import-preview.js";
import { inTransaction } from "../database/transact.js";

export type CatalogueImport = ImportFormat &
  ImportOptions & {
    /** Skips bad rows; otherwise one bad row prevents the import. */
    readonly isSkippingBad: boolean;
    readonly actor: Actor;
    readonly signal: AbortSignal;
    readonly onBadRow?: (row: BadRow) => void;
    readonly onRows: (count: number) => void;
    /** Called once if another import is in progress. */
    readonly onWait: () => void;
  };

/** What the API answers, too. */
export type ImportResult = PetImportResult | PetImportDryRun;

/**
 * The import locks its categories as the foreign key would. Checking the key again for each pet would double the cost,
 * so the check is off if the role may switch it off.
 */
const setReplicationRole = (query: Query, role: "replica" | "origin") =>
  query(
    `SELECT set_config('session_replication_role', $1, true)
     WHERE has_parameter_privilege('session_replication_role', 'SET')`,
    [role],
  );

/** Thrown to roll back an import with bad rows. */
export class RejectedImport extends Error {
  readonly result: ImportResult;

  constructor(result: ImportResult) {
    super();
    this.result = result;
  }
}

const findCategories = async (
  categories: ImportCategories,
  { rows }: Batch,
): Promise<{ good: ImportRow[]; unknown: BadRow[] }> => {
  await categories.resolve(rows);
  const isKnown = ({ category }: ImportRow) => categories.idOf(category) !== undefined;
  const unknown = rows.filter((row) => !isKnown(row));
  return {
    good: unknown.length === 0 ? rows : rows.filter(isKnown),
    unknown: unknown.map(({ line, category }) => ({ line, problem: `category ${category.id} does not exist` })),
  };
};

const recordImport = (record: RecordChange, { source }: ImportFormat, { bad, imported, categories }: ImportResult) =>
  record({
    action: "catalogue.import",
    subject: { kind: "catalogue", id: null },
    before: null,
    after: { source, imported, leftOut: bad, categories },
  });

/**
 * @param query - Of a transaction, which an error must roll back: rows may have been inserted.
 * @throws RejectedImport if a row is bad and bad rows are not skipped; OperatorError as `importCatalogue` does.
 */
export const importBatches = async (
  query: Query,
  batches: AsyncIterable<Batch>,
  settings: CatalogueImport,
  record: RecordChange,
): Promise<ImportResult> => {
  if (!settings.isDryRun) {
    await takeImportLock(query, settings);
    await setReplicationRole(query, "replica");
  }
  const categories = await createImportCategories(query, settings);
  const preview = createPreview(query, MAX_PREVIEWED_PETS);
  const badRows: BadRow[] = [];
  let bad = 0;
  let imported = 0;
  const isRejected = () => bad > 0 && !settings.isSkippingBad;

  const add = async (batch: Batch): Promise<void> => {
    const { good, unknown } = await findCategories(categories, batch);
    const problems = [...batch.bad, ...unknown].toSorted((one, other) => one.line - other.line);
    for (const problem of problems) settings.onBadRow?.(problem);
    badRows.push(...problems.slice(0, MAX_LISTED_BAD_ROWS - badRows.length));
    if (settings.isDryRun) preview.add(good, categories.idOf);
    bad += problems.length;
    imported += good.length;
    if (!settings.isDryRun && !isRejected() && good.length > 0) {
      const pets = good.map(({ category, pet }) => ({ ...pet, categoryId: Number(categories.idOf(category)) }));
      await insertPets(query, pets);
    }
    settings.onRows(bad + imported);
  };

  // The next batch is parsed while the database inserts this one.
  let adding: Promise<void> = Promise.resolve();
  try {
    for await (const batch of batches) {
      settings.signal.throwIfAborted();
      await adding;
      adding = add(batch);
      adding.catch(() => {});
    }
  } finally {
    // Nothing may be inserted after the caller has rolled back.
    await adding;
  }
  const counts = { rows: bad + imported, imported, bad, categories: await categories.count(), badRows };
  const result = settings.isDryRun ? { ...counts, pets: await preview.pets() } : counts;
  if (isRejected()) throw new RejectedImport(result);
  if (!settings.isDryRun) await setReplicationRole(query, "origin");
  if (!settings.isDryRun && imported > 0) recordImport(record, settings, result);
  return result;
};

/**
 * Imports pets in one transaction: all, or none if a row is bad and bad rows are not skipped. All rows are checked.
 * @throws OperatorError if a required column is missing.
 */
export const importCatalogue = async (
  pool: pg.Pool,
  records: AsyncIterable<CsvRecord[]>,
  settings: CatalogueImport,
): Promise<ImportResult> => {
  const batches = await awaitFirst(readBatches(records, settings));
  try {
    const { result } = await inTransaction(pool, "BEGIN", (query) =>
      audited(query, settings.actor, (record) => importBatches(query, batches, settings, record)),
    );
    return result;
  } catch (error) {
    if (error instanceof RejectedImport) return error.result;
    throw error;
  }
};
