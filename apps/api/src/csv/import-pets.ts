import { type Attribute, type contract, MAX_IMPORT_ROWS, type PetImport } from "@petstore/contract/routes";
import { OperatorError } from "../config/operator-error.js";
import { type Query, queryOf } from "../database/query.js";
import type { Config } from "../config/config.js";
import { importInProgress, invalidRequest } from "../errors.js";
import type { MutationContext, Operation } from "../operation/operation.js";
import { readDefinitions } from "../pets/store/attribute-table.js";
import { readBatches } from "./import-batches.js";
import { type CatalogueImport, importBatches, type ImportResult, RejectedImport } from "./import-catalogue.js";
import { importSlices } from "./import-slices.js";
import { readCsv } from "./read-csv.js";

/** How many bad rows an error names. */
const MAX_NAMED_BAD_ROWS = 20;

const rowsRefused = ({ badRows, bad }: ImportResult) => {
  const named = badRows.slice(0, MAX_NAMED_BAD_ROWS);
  return invalidRequest(
    ...named.map(({ line, problem }) => `body.csv line ${line}: ${problem}`),
    ...(bad > named.length ? [`and ${bad - named.length} more bad rows`] : []),
    "nothing was imported; correct the rows, or set body.skipBad to true",
  );
};

const checkRowCount = (rows: number) => {
  if (rows <= MAX_IMPORT_ROWS) return;
  throw invalidRequest(`body.csv must have at most ${MAX_IMPORT_ROWS} rows; split the file`);
};

const settingsOf = (
  { source, columns, attributeColumns, statusMap, update = false, skipBad = false }: PetImport,
  { isDryRun, attributes }: { readonly isDryRun: boolean; readonly attributes: readonly Attribute[] },
  { categoryPolicy }: Config,
  { caller }: MutationContext,
): CatalogueImport => ({
  source,
  actor: caller.actor,
  categoryPolicy,
  statusMap: statusMap && new Map(Object.entries(statusMap)),
  columns: {
    ...columns,
    isStatusNeeded: statusMap !== undefined,
    settingOf: (setting) => `body.columns.${setting}`,
    ...(attributeColumns && { ofAttributes: attributeColumns }),
  },
  attributes,
  isDryRun,
  isUpdating: update,
  // A dry run lists bad rows without refusing the file.
  isSkippingBad: skipBad || isDryRun,
  // The signal never aborts, because `importSlices` ends an import that takes too long.
  signal: new AbortController().signal,
  onRows: checkRowCount,
  onWait: () => {
    throw importInProgress();
  },
});

const refuse = (error: unknown): never => {
  if (error instanceof RejectedImport) throw rowsRefused(error.result);
  if (error instanceof OperatorError)
    throw invalidRequest(`body.csv cannot be read: ${error.message.replace(/\.$/, "")}`);
  throw error;
};

const runImport = (
  deps: { readonly life: { readonly state: string } },
  query: Query,
  csv: string,
  settings: CatalogueImport,
  { record }: MutationContext,
): Promise<ImportResult> => {
  const records = readCsv(importSlices(csv, deps.life), settings.source);
  return importBatches(query, readBatches(records, settings), settings, record);
};

/** Imports all pets or none, in the same transaction that stores the outcome for the Idempotency-Key. */
export const importPets =
  (deps: {
    readonly config: Config;
    readonly life: { readonly state: string };
  }): Operation<typeof contract.pets.importPets> =>
  async ({ query: { dryRun: isDryRun = false }, body }, change) => {
    const query = queryOf(change.tx);
    const settings = settingsOf(body, { isDryRun, attributes: await readDefinitions(query) }, deps.config, change);
    const result = await runImport(deps, query, body.csv, settings, change).catch(refuse);
    return "pets" in result ? { status: 200, body: result } : { status: 201, body: result };
  };
