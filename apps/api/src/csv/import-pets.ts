import {
  type Attribute,
  type contract,
  IMPORT_SECONDS,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  type PetImport,
  type ValueMaps,
} from "@petstore/contract/routes";
import { delimiterNames } from "@petstore/tables";
import { readSheetAsCsv, type Sheet, type WorkbookLimits } from "@petstore/tables/workbook";
import { OperatorError } from "../config/operator-error.js";
import { queryOf } from "../database/query.js";
import type { Config } from "../config/config.js";
import { importInProgress, invalidAt, invalidRequest, problemAt, problemOfPath } from "../errors.js";
import { type Mutation, overModels } from "../operation/mutation.js";
import type { MutationContext } from "../operation/operation.js";
import { readDefinitions } from "../pets/store/attribute-table.js";
import { definitionsOf } from "../pets/store/check-values.js";
import { readBatches } from "./import-batches.js";
import { type CatalogueImport, importBatches, type ImportResult, RejectedImport } from "./import-catalogue.js";
import { importSlices } from "./import-slices.js";
import { explainTableError, type Table, tableOfSheet, tableOfText } from "./read-table.js";
import { valueMapProblems } from "./value-map-problems.js";

/** How many bad rows an error names. */
const MAX_NAMED_BAD_ROWS = 20;

/** Where the file is in the body. */
type FilePlace = "body.csv" | "body.workbook";
const placeOf = ({ workbook }: PetImport): FilePlace => (workbook === undefined ? "body.csv" : "body.workbook");

const rowsRefused = (place: FilePlace, { badRows, bad }: ImportResult) => {
  const named = badRows.slice(0, MAX_NAMED_BAD_ROWS);
  return invalidRequest(
    ...named.map(({ line, problem }) => problemAt(place, `line ${line}: ${problem}`)),
    ...(bad > named.length ? [`and ${bad - named.length} more bad rows`] : []),
    "nothing was imported; correct the rows, or set body.skipBad to true",
  );
};

const checkRowCount = (place: FilePlace) => (rows: number) => {
  if (rows <= MAX_IMPORT_ROWS) return;
  throw invalidAt(place, `must have at most ${MAX_IMPORT_ROWS} rows; split the file`);
};

const settingsOf = (
  {
    source,
    columns,
    attributeColumns,
    statusMap,
    valueMaps,
    headerLine,
    dates,
    decimal,
    update = false,
    skipBad = false,
  }: PetImport,
  {
    table,
    isDryRun,
    attributes,
    onRows,
  }: Pick<CatalogueImport, "table" | "isDryRun" | "onRows"> & { readonly attributes: readonly Attribute[] },
  { categoryPolicy }: Config,
  { caller }: MutationContext,
): CatalogueImport => ({
  table,
  source,
  headerLine,
  formats: { dates, decimal },
  again: table.again,
  actor: caller.actor,
  categoryPolicy,
  statusMap: statusMap && new Map(Object.entries(statusMap)),
  columns: {
    ...columns,
    isStatusNeeded: statusMap !== undefined,
    settingOf: (setting) => `body.columns.${setting}`,
    ...(attributeColumns && { ofAttributes: attributeColumns }),
    ...(valueMaps && { ofValues: { maps: valueMaps, place: "body.valueMaps" } }),
  },
  attributes,
  isDryRun,
  isUpdating: update,
  // A dry run lists bad rows without refusing the file.
  isSkippingBad: skipBad || isDryRun,
  // The signal never aborts, because `importSlices` ends an import that takes too long.
  signal: new AbortController().signal,
  onRows,
  onWait: () => {
    throw importInProgress();
  },
});

const refuse =
  (place: FilePlace) =>
  (error: unknown): never => {
    if (error instanceof RejectedImport) throw rowsRefused(place, error.result);
    if (error instanceof OperatorError) throw invalidAt(place, `cannot be read: ${error.message.replace(/\.$/, "")}`);
    throw error;
  };

/** @throws AppError 400 if a map of values sets what the attributes do not allow */
const requireFittingMaps = (maps: ValueMaps, attributes: readonly Attribute[]): void => {
  const problems = valueMapProblems(definitionsOf(attributes), maps);
  if (problems.length === 0) return;
  throw invalidRequest(...problems.map(({ steps, problem }) => problemOfPath(["valueMaps", ...steps], problem)));
};

type Deps = { readonly config: Config; readonly life: { readonly state: string } };
type Route = typeof contract.pets.importPets;

const limitsOfWorkbooks: WorkbookLimits = {
  // A sheet is about five times as long in XML as in CSV. Only one workbook is read at a time, see `readWorkbook`.
  unpackedBytes: 4 * MAX_IMPORT_BYTES,
  length: MAX_IMPORT_BYTES,
  // One row names the columns.
  rows: MAX_IMPORT_ROWS + 1,
};

/** Reads workbooks one at a time, because each may take as much memory as it unpacks to. */
const createWorkbookReader = () => {
  let isReading = false;
  return async ({ workbook = "", sheet, skipHiddenRows }: PetImport): Promise<Sheet> => {
    if (isReading) throw importInProgress();
    isReading = true;
    try {
      const bytes = new Uint8Array(Buffer.from(workbook, "base64")).buffer;
      const signal = AbortSignal.timeout(IMPORT_SECONDS * 1_000);
      return await readSheetAsCsv(bytes, { sheet, isSkippingHidden: skipHiddenRows }, limitsOfWorkbooks, signal);
    } catch (error) {
      throw explainTableError(error, "the workbook");
    } finally {
      isReading = false;
    }
  };
};

/**
 * Imports all pets or none, in the same transaction that stores the outcome for the Idempotency-Key. A workbook is read
 * before the transaction.
 */
export const importPets = (deps: Deps): Mutation<Route, Sheet | undefined> => {
  const readWorkbook = createWorkbookReader();
  return overModels<Route, Sheet | undefined>(
    async ({ query: { dryRun: isDryRun = false }, body }, change) => {
      const query = queryOf(change.tx);
      const { csv = "", source, delimiter } = body;
      const table: Table =
        change.prepared === undefined
          ? tableOfText(() => importSlices(csv, deps.life), source, {
              delimiter: delimiter && delimiterNames[delimiter],
            })
          : tableOfSheet(change.prepared, source, () => importSlices(change.prepared?.text ?? "", deps.life));
      const attributes = await readDefinitions(query);
      requireFittingMaps(body.valueMaps ?? {}, attributes);
      const place = placeOf(body);
      const given = { table, isDryRun, attributes, onRows: checkRowCount(place) };
      const settings = settingsOf(body, given, deps.config, change);
      const batches = readBatches(table.records, settings);
      const result = await importBatches(query, batches, settings, change.record).catch(refuse(place));
      return "pets" in result ? { status: 200, body: result } : { status: 201, body: result };
    },
    ({ input: { body } }) =>
      body.workbook === undefined ? Promise.resolve(undefined) : readWorkbook(body).catch(refuse("body.workbook")),
  );
};
