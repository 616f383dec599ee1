import type { Actor } from "@petstore/contract";
import type pg from "pg";
import { audited, type RecordChange } from "../operation/audit-trail.js";
import type { Query } from "../database/query.js";
import { insertPets } from "../operation/insert-pets.js";
import { awaitFirst } from "./await-first.js";
import { type Batch, type ImportFormat, readBatches } from "./import-batches.js";
import { createImportCategories, type ImportCategories, type ImportOptions } from "./import-categories.js";
import type { BadRow, ImportRow } from "./import-row.js";
import type { CsvRecord } from "./read-csv.js";
import { takeImportLock } from "./import-lock.js";
import { inTransaction } from "./transaction.js";

export type CatalogueImport = ImportFormat &
  ImportOptions & {
    /** Leaves bad rows out and imports the rest; else one bad row keeps all others out. */
    readonly isSkippingBad: boolean;
    /** Who imports. */
    readonly actor: Actor;
    readonly signal: AbortSignal;
    readonly onBadRow: (row: BadRow) => void;
    readonly onRows: (count: number) => void;
    /** Another import is under way, and this one waits for it. */
    readonly onWait: () => void;
  };

export type ImportResult = {
  readonly bad: number;
  /** How many animals were imported, or in a dry run would be. */
  readonly imported: number;
  readonly categories: { readonly all: number; readonly new: number };
};

/**
 * An import locks each category it refers to until its end, exactly as the foreign key would. Where the role may, it spares
 * PostgreSQL asking the key again for every animal, which costs as much as all the rest.
 */
const trustLockedCategories = (query: Query) =>
  query(
    `SELECT set_config('session_replication_role', 'replica', true)
     WHERE has_parameter_privilege('session_replication_role', 'SET')`,
    [],
  );

/** Thrown to roll back what a bad row spoils. */
class SpoiledImport extends Error {
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

/** One record, be it of a million animals. */
const recordImport = (record: RecordChange, { source }: ImportFormat, { bad, imported, categories }: ImportResult) =>
  record({
    action: "catalogue.import",
    subject: { kind: "catalogue", id: null },
    before: null,
    after: { source, imported, leftOut: bad, categories },
  });

const importIn = async (
  query: Query,
  batches: AsyncIterable<Batch>,
  settings: CatalogueImport,
  record: RecordChange,
): Promise<ImportResult> => {
  if (!settings.isDryRun) {
    await takeImportLock(query, settings);
    await trustLockedCategories(query);
  }
  const categories = await createImportCategories(query, settings);
  let bad = 0;
  let imported = 0;
  const isSpoiled = () => bad > 0 && !settings.isSkippingBad;

  const add = async (batch: Batch): Promise<void> => {
    const { good, unknown } = await findCategories(categories, batch);
    const problems = [...batch.bad, ...unknown].toSorted((one, other) => one.line - other.line);
    for (const problem of problems) settings.onBadRow(problem);
    bad += problems.length;
    imported += good.length;
    if (!settings.isDryRun && !isSpoiled() && good.length > 0) {
      const pets = good.map(({ name, category, status }) => ({
        name,
        categoryId: Number(categories.idOf(category)),
        status,
      }));
      await insertPets(query, pets);
    }
    settings.onRows(bad + imported);
  };

  // While the database takes one batch in, the next one is read.
  let adding: Promise<void> = Promise.resolve();
  for await (const batch of batches) {
    settings.signal.throwIfAborted();
    await adding;
    adding = add(batch);
    adding.catch(() => {});
  }
  await adding;
  const result = { bad, imported, categories: await categories.count() };
  if (isSpoiled()) throw new SpoiledImport(result);
  if (!settings.isDryRun && imported > 0) recordImport(record, settings, result);
  return result;
};

/**
 * Imports animals out of a CSV file's records, in one transaction: all or, where a row is bad and bad rows are not
 * skipped, none; then too the whole file is checked.
 * @throws OperatorError where the file has not the columns.
 */
export const importCatalogue = async (
  pool: pg.Pool,
  records: AsyncIterable<CsvRecord[]>,
  settings: CatalogueImport,
): Promise<ImportResult> => {
  const batches = await awaitFirst(readBatches(records, settings));
  try {
    const { result } = await inTransaction(pool, "BEGIN", (query) =>
      audited(query, settings.actor, (record) => importIn(query, batches, settings, record)),
    );
    return result;
  } catch (error) {
    if (error instanceof SpoiledImport) return error.result;
    throw error;
  }
};
