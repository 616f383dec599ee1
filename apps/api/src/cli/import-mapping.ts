import {
  describeIssues,
  foldWord,
  ImportMapping,
  MAX_IMPORT_BYTES,
  type PetImportDryRun,
  type ValueMaps,
} from "@petstore/contract/routes";
import { delimiterNames } from "@petstore/tables";
import { OperatorError } from "../config/operator-error.js";
import type { Batch } from "../csv/import-batches.js";
import { columnsOf, type ColumnOptions } from "./column-options.js";
import type { AttributeColumns } from "./define-attributes.js";
import { readTextFile } from "./open-input.js";
import type { StatusMap } from "../csv/import-row.js";
import { formatsOf, type TableOptions } from "./table-options.js";

/** The options that a mapping can contain too. */
export type MappingOptions = ColumnOptions &
  TableOptions & {
    readonly statusMap?: StatusMap;
    readonly attributeColumn?: AttributeColumns;
    readonly valueMaps?: ValueMaps;
  };

const parse = (path: string, text: string): unknown => {
  try {
    // An editor may have put a byte order mark before it.
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new OperatorError("invalid_file", `${path} is not JSON;`, "correct it.", { cause });
  }
};

/** @throws OperatorError that names each place that is wrong */
export const readMapping = async (path: string): Promise<ImportMapping> => {
  const given = parse(path, await readTextFile(path, MAX_IMPORT_BYTES));
  const { data, error } = ImportMapping.safeParse(given);
  if (data !== undefined) return data;
  const problems = describeIssues("body", { schema: ImportMapping, given, issues: error.issues }).map((problem) =>
    (typeof problem === "string" ? problem : problem.detail).replace(/^body[. ]/, ""),
  );
  throw new OperatorError("invalid_file", `${path}: ${problems.join("; ")};`, "correct it.");
};

/** Adds what a mapping says to the options of the command line, which take precedence. */
export const withMapping = <Options extends MappingOptions>(options: Options, mapping: ImportMapping): Options => {
  const { columns = {}, attributeColumns, statusMap, delimiter, ...others } = mapping;
  const named = Object.entries(columns).map(([setting, column]) => [`${setting}Column`, column] as const);
  return {
    ...others,
    ...Object.fromEntries(named),
    ...(delimiter && { delimiter: delimiterNames[delimiter] }),
    ...(statusMap && { statusMap: new Map(Object.entries(statusMap)) }),
    ...options,
    ...(attributeColumns && { attributeColumn: { ...attributeColumns, ...options.attributeColumn } }),
  };
};

/** The values of the columns that have a map or need one, null for those without a known meaning. */
const guessMaps = (
  values: PetImportDryRun["values"],
  given: ValueMaps,
): Readonly<Record<string, Readonly<Record<string, object | null>>>> =>
  Object.fromEntries(
    values.map(({ column, values: found }) => {
      const map = given[column] ?? {};
      const known = new Set(Object.keys(map).map(foldWord));
      const others = found.filter(({ value }) => !known.has(foldWord(value)));
      return [column, { ...map, ...Object.fromEntries(others.map(({ value, sets }) => [value, sets])) }];
    }),
  );

/**
 * Writes what an import found as a mapping. A value without a known meaning is null, which `--mapping` refuses until a
 * person has written which attribute values it stands for.
 */
export const writeGuesses = (
  { name, fallbackName, category, status, texts, externalId, attributes }: Batch["columns"],
  values: PetImportDryRun["values"],
  options: MappingOptions,
): string => {
  const mapping = {
    columns: {
      name: name.label,
      fallbackName: fallbackName?.label,
      // An export has two columns, which are found by their names.
      category: "either" in category ? category.either.label : undefined,
      status: status?.label,
      ...Object.fromEntries(texts.map(([field, { label }]) => [field, label])),
      externalId: externalId?.label,
      ...Object.fromEntries(Object.entries(columnsOf(options)).filter(([, column]) => column !== undefined)),
    },
    attributeColumns: {
      ...options.attributeColumn,
      ...Object.fromEntries(attributes.map(([one, { label }]) => [one.name, label])),
    },
    statusMap: options.statusMap && Object.fromEntries(options.statusMap),
    valueMaps: guessMaps(values, options.valueMaps ?? {}),
    ...formatsOf(options),
    delimiter: Object.entries(delimiterNames).find(([, sign]) => sign === options.delimiter)?.[0],
    headerLine: options.headerLine,
    sheet: options.sheet,
    skipHiddenRows: options.skipHiddenRows,
  };
  return `${JSON.stringify(mapping, null, 2)}\n`;
};
