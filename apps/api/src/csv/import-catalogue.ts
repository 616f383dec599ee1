import {
  type Actor,
  MAX_LISTED_SHEETS,
  MAX_PREVIEWED_PETS,
  type Pet,
  type PetImportDryRun,
  type PetImportResult,
} from "@petstore/contract/routes";
import type pg from "pg";
import type { StoredPart } from "../operation/action-parts.js";
import { type AuditEntry, audited, drawActionId, type RecordChange } from "../operation/audit-trail.js";
import type { Query } from "../database/query.js";
import { isTransactionConflict, withCode } from "../database/errors.js";
import { queryOfPool } from "../database/query.js";
import { OperatorError } from "../config/operator-error.js";
import { lockDefinitions, readDefinitions } from "../pets/store/attribute-table.js";
import { type Definitions, definitionsOf } from "../pets/store/check-values.js";
import { insertPets } from "../pets/store/insert-pets.js";
import { isOfCategory } from "../pets/store/value-rules.js";
import { storeProfiles } from "../pets/store/write-profiles.js";
import { isDeepStrictEqual } from "node:util";
import { awaitFirst } from "./await-first.js";
import { type Batch, type ImportFormat, readBatches } from "./import-batches.js";
import {
  createImportCategories,
  type ImportCategories,
  type ImportOptions,
  toCategoryId,
} from "./import-categories.js";
import type { ImportRow } from "./import-row.js";
import { createExternalIds } from "./import-external-ids.js";
import { takeImportLock } from "./import-lock.js";
import { createUpdates } from "./import-updates.js";
import { toCell } from "./profile-cells.js";
import { createPreview } from "./import-preview.js";
import { createBadRows } from "./bad-rows.js";
import { type BadRow, rowProblem, type RowProblem } from "./row-problems.js";
import { inTransaction } from "../database/transact.js";
import type { Table } from "./read-table.js";
import { valueMapProblems } from "./value-map-problems.js";
import { nameOfDelimiter, type TableHeader } from "@petstore/tables";

export type CatalogueImport = ImportFormat &
  ImportOptions & {
    readonly table: Table;
    /** True if a row with the `externalId` of a pet changes that pet. Otherwise the row is bad. */
    readonly isUpdating: boolean;
    /** True if bad rows are skipped. Otherwise one bad row prevents the import. */
    readonly isSkippingBad: boolean;
    readonly actor: Actor;
    readonly signal: AbortSignal;
    readonly onHeader?: (header: TableHeader, columns: Batch["columns"]) => void;
    readonly onBadRow?: (row: BadRow) => void;
    readonly onRows: (count: number) => void;
    /** It is called once if another import is in progress. */
    readonly onWait: () => void;
  };

/** The result of an import, which is also the API's response. */
export type ImportResult = PetImportResult | PetImportDryRun;

/**
 * Switches off the check of foreign keys if the role may do so. The import locks its categories as the foreign key
 * would, and checking the key again for each pet would double the cost.
 */
const setReplicationRole = (query: Query, role: "replica" | "origin") =>
  query(
    `SELECT set_config('session_replication_role', $1, true)
     WHERE has_parameter_privilege('session_replication_role', 'SET')`,
    [role],
  );

/** This error rolls back an import with bad rows. */
export class RejectedImport extends Error {
  readonly result: ImportResult;

  constructor(result: ImportResult) {
    super();
    this.result = result;
  }
}

/** Finds problems with the category of a row, and values that pets of that category cannot have. */
const problemsWith = ({ attributes, filled, category: columns }: Batch["columns"], categories: ImportCategories) => {
  const all = [...attributes, ...filled.map((one) => [one, { label: one.name }] as const)];
  const some = all.filter(([{ categoryIds }]) => categoryIds !== null);
  const { label: categoryLabel } = "either" in columns ? columns.either : columns.id;
  return ({ category, profile }: ImportRow): readonly RowProblem[] => {
    const id = categories.idOf(category);
    if (id === undefined) return [rowProblem("category_unknown", categoryLabel, String(category.id), {})];
    // A category that is only now being created has no attributes.
    const categoryId = toCategoryId(id) ?? 0;
    return some.flatMap(([one, { label }]) => {
      const value = profile?.attributes[one.name];
      if (value === undefined || isOfCategory(one, categoryId)) return [];
      return [rowProblem("not_of_category", label, toCell(value), {})];
    });
  };
};

const findCategories = async (
  categories: ImportCategories,
  { rows, columns }: Batch,
): Promise<{ good: ImportRow[]; unknown: BadRow[] }> => {
  await categories.resolve(rows);
  const problemsOf = problemsWith(columns, categories);
  const unknown = rows.flatMap((row) => {
    const problems = problemsOf(row);
    return problems.length === 0 ? [] : [{ line: row.line, problems }];
  });
  const lines = new Set(unknown.map(({ line }) => line));
  return { good: lines.size === 0 ? rows : rows.filter(({ line }) => !lines.has(line)), unknown };
};

const insertProfiles = async (
  query: Query,
  definitions: Definitions,
  pets: readonly Pet[],
  rows: readonly ImportRow[],
): Promise<void> => {
  const profiles = pets.flatMap(({ id: petId }, at) => {
    const { externalId = null, attributes = {} } = rows[at]?.profile ?? {};
    return externalId === null && Object.keys(attributes).length === 0 ? [] : [{ petId, externalId, attributes }];
  });
  if (profiles.length > 0) await storeProfiles(query, definitions, profiles);
};

/** @param ids - The ids of the first and the last new pet. */
const recordImport = (
  record: RecordChange,
  { source }: ImportFormat,
  { bad, imported, updated, categories }: ImportResult,
  [firstPetId, lastPetId]: readonly [number, number],
  leads: AuditEntry["leads"] & object,
) =>
  record({
    leads,
    action: "catalogue.import",
    subject: { kind: "catalogue", id: null },
    before: null,
    after: {
      source,
      imported,
      updated,
      leftCount: bad,
      categories,
      ...(imported > 0 && { firstPetId, lastPetId }),
    },
  });

/**
 * Checks at the end that the definitions of attributes have not changed. While an import runs it holds no lock on them:
 * categories come first in the order of locks, and an import finds its categories one after the other.
 * @throws An error that `isTransactionConflict` recognises.
 */
const requireSameDefinitions = async (query: Query, { attributes, filled }: Batch["columns"]): Promise<void> => {
  const used = [...attributes.map(([one]) => one), ...filled];
  if (used.length === 0) return;
  await lockDefinitions(query, "shared");
  const current = new Map((await readDefinitions(query)).map((one) => [one.id, one]));
  if (used.every((one) => isDeepStrictEqual(current.get(one.id), one))) return;
  throw withCode(new Error("attributes changed during the import"), "40001");
};

const describeTable = ({ reading }: Table, last: Batch | undefined): PetImportDryRun["table"] => {
  const { delimiter, workbook } = reading();
  return {
    headerLine: last?.header.line ?? 1,
    columns: [...(last?.header.labels ?? [])],
    delimiter: delimiter && nameOfDelimiter(delimiter),
    workbook: workbook && {
      ...workbook,
      sheets: workbook.sheets.slice(0, MAX_LISTED_SHEETS),
      hiddenSheets: workbook.hiddenSheets.slice(0, MAX_LISTED_SHEETS),
    },
  };
};

/**
 * @param query - Runs in a transaction, which must be rolled back after an error, because rows may have been inserted.
 * @throws RejectedImport if a row is bad and bad rows are not skipped, and OperatorError as `importCatalogue` does.
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
  const definitions = definitionsOf(settings.attributes);
  const claimExternalIds = createExternalIds(query, settings.isUpdating);
  const updates = createUpdates(query);
  const preview = createPreview(query, MAX_PREVIEWED_PETS);
  const bad = createBadRows(settings.onBadRow);
  let imported = 0;
  let updated = 0;
  let ids: readonly [number, number] = [Infinity, 0];
  let parts: readonly StoredPart[] = [];
  const actionId = await drawActionId(query);
  const isRejected = () => bad.count() > 0 && !settings.isSkippingBad;

  const add = async (batch: Batch): Promise<void> => {
    const { good: known, unknown } = await findCategories(categories, batch);
    const { good, owned, taken } = await claimExternalIds(known, batch.columns);
    bad.add([...batch.bad, ...unknown, ...taken]);
    if (settings.isDryRun) preview.add(good, categories.idOf);
    imported += good.length;
    updated += owned.length;
    if (!isRejected()) await updates.add(owned, ({ category }) => Number(categories.idOf(category)), batch.columns);
    if (!settings.isDryRun && !isRejected() && good.length > 0) {
      const pets = good.map(({ category, pet }) => ({ ...pet, categoryId: Number(categories.idOf(category)) }));
      const inserted = await insertPets(query, pets);
      for (const { id } of inserted) ids = [Math.min(ids[0], id), Math.max(ids[1], id)];
      await insertProfiles(query, definitions, inserted, good);
    }
    settings.onRows(bad.count() + imported + updated);
  };

  // The next batch is parsed while the database inserts this one.
  let adding: Promise<void> = Promise.resolve();
  let last: Batch | undefined;
  try {
    for await (const batch of batches) {
      settings.signal.throwIfAborted();
      await adding;
      if (last === undefined) settings.onHeader?.(batch.header, batch.columns);
      last = batch;
      adding = add(batch);
      adding.catch(() => {});
    }
  } finally {
    // Nothing may be inserted after the caller has rolled back the transaction.
    await adding;
  }
  if (last !== undefined && !isRejected()) {
    await requireSameDefinitions(query, last.columns);
    if (!settings.isDryRun) await setReplicationRole(query, "origin");
    const late = await updates.write({ ...settings, query, definitions, actionId, columns: last.columns });
    parts = late.parts;
    updated -= late.bad.length;
    bad.add(late.bad);
  }
  const counts = {
    rows: bad.count() + imported + updated,
    imported,
    updated,
    bad: bad.count(),
    categories: await categories.count(),
    ...bad.result(),
  };
  const result = settings.isDryRun
    ? {
        ...counts,
        table: describeTable(settings.table, last),
        pets: await preview.pets(),
        values: last?.values() ?? [],
        changes: await updates.planned(),
        unknownColumns: last?.guess() ?? [],
      }
    : counts;
  if (isRejected()) throw new RejectedImport(result);
  if (!settings.isDryRun && imported + updated > 0) recordImport(record, settings, result, ids, { actionId, parts });
  return result;
};

/** @throws OperatorError if a map of values sets what the attributes do not allow */
const requireFittingMaps = ({ columns: { ofValues }, attributes }: ImportFormat): void => {
  if (ofValues === undefined) return;
  const problems = valueMapProblems(definitionsOf(attributes), ofValues.maps).map(
    ({ steps, problem }) => `${[ofValues.place, ...steps].join(".")} ${problem}`,
  );
  if (problems.length > 0) throw new OperatorError("invalid_file", `${problems.join("; ")};`, "correct the map.");
};

const MANY_ROWS = 1_000;

/**
 * Updates the planner's statistics after many new rows. Autovacuum would do it a minute later, and until then a filter
 * on 1,000,000 pets would take seconds instead of milliseconds. The import is already committed, so an error here does
 * not affect it.
 */
const refreshStatistics = async (query: Query): Promise<void> => {
  for (const table of ["pet", "pet_profile", "pet_attribute_value"]) {
    await query(`VACUUM (ANALYZE) ${table}`, []).catch(() => {});
  }
};

/**
 * Imports pets in one transaction: all of them, or none if a row is bad and bad rows are not skipped. All rows are
 * checked.
 * @throws OperatorError if a required column is missing, or if something that rows refer to changes in the meantime.
 */
export const importCatalogue = async (
  pool: pg.Pool,
  given: Omit<CatalogueImport, "attributes">,
): Promise<ImportResult> => {
  const query = queryOfPool(pool);
  const settings = { ...given, attributes: await readDefinitions(query) };
  requireFittingMaps(settings);
  const batches = await awaitFirst(readBatches(settings.table.records, settings));
  try {
    const { result } = await inTransaction(pool, "BEGIN", (change) =>
      audited(change, settings.actor, (record) => importBatches(change, batches, settings, record)),
    );
    if (!settings.isDryRun && result.imported + result.updated >= MANY_ROWS) await refreshStatistics(query);
    return result;
  } catch (error) {
    if (error instanceof RejectedImport) return error.result;
    if (isTransactionConflict(error)) {
      throw new OperatorError("conflict", "Attributes or pets changed during the import;", "run it again.", {
        cause: error,
      });
    }
    throw error;
  }
};
