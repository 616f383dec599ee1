import type { TableHeader } from "@petstore/tables";
import type { Command } from "commander";
import type { Config } from "../config/config.js";
import { type CatalogueImport, importCatalogue, type ImportResult } from "../csv/import-catalogue.js";
import { printable } from "../csv/printable.js";
import { toCell } from "../csv/profile-cells.js";
import { openTable } from "../csv/read-table.js";
import type { Batch } from "../csv/import-batches.js";
import type { BadRow } from "../csv/row-problems.js";
import { PetImportDryRun, PetImportResult } from "@petstore/contract/routes";
import type { Database } from "../database/open-database.js";
import { OperatorError } from "../config/operator-error.js";
import { createBadRowFile } from "./bad-row-file.js";
import { addColumnOptions, columnOption, columnsOf } from "./column-options.js";
import {
  addAttributeColumn,
  addOtherType,
  defineAttributes,
  describeUnknown,
  type OtherTypes,
  type UnknownColumns,
  withOtherTypes,
} from "./define-attributes.js";
import { importHelp } from "./import-help.js";
import { type MappingOptions, readMapping, withMapping, writeGuesses } from "./import-mapping.js";
import { addOptions, describeOptions, describeValues, findNewOptions, mapsWithout } from "./import-values.js";
import { type Input, openInput, openRegularFile } from "./open-input.js";
import { operator } from "./operator.js";
import { createBadRowPrinter } from "./print-bad-rows.js";
import { fieldsOf, jsonOption } from "./json-option.js";
import { writeFile } from "./output-file.js";
import { createProgress } from "./progress.js";
import { print, remark, type Shell } from "./shell.js";
import { parseStatusMap } from "./status-map.js";
import { addTableOptions, describeReading, formatsOf, tableChoiceOf } from "./table-options.js";
import { openExisting, openOrMake, withStore } from "./with-store.js";
import { count, plural, secondsSince } from "./words.js";

type ImportOptions = MappingOptions & {
  mapping?: string;
  writeMapping?: string;
  define?: boolean;
  defineAs?: OtherTypes;
  addOptions?: boolean;
  update?: boolean;
  dryRun?: boolean;
  skipBad?: boolean;
  badRows?: string;
};

type Settings = Omit<CatalogueImport, "attributes" | "table" | "signal" | "onBadRow" | "onRows" | "onWait">;

const toSettings = (options: ImportOptions, { source }: Input, { categoryPolicy }: Config): Settings => ({
  source,
  headerLine: options.headerLine,
  actor: operator(),
  categoryPolicy,
  statusMap: options.statusMap,
  columns: {
    ...columnsOf(options),
    isStatusNeeded: options.statusMap !== undefined,
    settingOf: columnOption,
    ofAttributes: options.attributeColumn,
    ofValues: options.valueMaps && { maps: options.valueMaps, place: "valueMaps" },
  },
  isDryRun: options.dryRun === true,
  isUpdating: options.update === true,
  isSkippingBad: options.skipBad === true,
});

const checkRows = (
  { rows, bad, badRows, problems, moreProblems, ...others }: ImportResult,
  { isDryRun, isSkippingBad }: Settings,
): void => {
  if (bad === 0 || isSkippingBad) return;
  const what = isDryRun ? "Nothing would be imported" : "Nothing was imported";
  throw new OperatorError(
    "bad_rows",
    `${what}: ${count(bad)} of ${plural(rows, "row")} ${bad === 1 ? "is" : "are"} bad.`,
    "Correct them, or skip them with --skip-bad.",
    { details: { rows, bad, badRows, problems, moreProblems, ...("values" in others && { values: others.values }) } },
  );
};

/** The columns that an import found in the file. */
type Found = { columns?: Batch["columns"] };

/** Returns the columns for which attributes would be defined. */
const unknownIn = (result: ImportResult, { columns }: Found, { defineAs }: ImportOptions): UnknownColumns =>
  "unknownColumns" in result
    ? withOtherTypes(
        result.unknownColumns,
        defineAs,
        columns?.unknown.map(({ label }) => label),
      )
    : [];

const valuesIn = (result: ImportResult): PetImportDryRun["values"] => ("values" in result ? result.values : []);

const cellOf = (value: unknown): string => {
  if (value === null) return "nothing";
  return printable(typeof value === "string" ? value : toCell(value));
};

/** Says what an import with --update would change: how many values, and the first of them. */
const describeChanges = ({ values, pets, first }: PetImportDryRun["changes"]): string => {
  const lines = first.map(
    ({ line, petId, field, before, after }) =>
      `\n  line ${line}, pet ${petId}: ${field} is ${cellOf(before)}, would be ${cellOf(after)}`,
  );
  const more = values - first.length;
  const rest = more > 0 ? `\n  and ${count(more)} more` : "";
  return values === 0
    ? "\nNo value would change."
    : `\n${plural(values, "value")} of ${plural(pets, "pet")} would change:${lines.join("")}${rest}`;
};

const summarize = (result: ImportResult, unknown: UnknownColumns, { isDryRun }: Settings, time: string): string => {
  const { bad, imported, updated, categories } = result;
  const created = categories.new === 0 ? "" : ` (${count(categories.new)} of them new)`;
  const where = `${plural(imported, "pet")} into ${plural(categories.all, "category", "categories")}${created}`;
  const others = updated === 0 ? "" : `, and ${isDryRun ? "update" : "updated"} ${count(updated)} by externalId`;
  const skipped = bad === 0 ? "" : `, skipping ${plural(bad, "bad row")}`;
  if (!isDryRun) return `Imported ${where} in ${time}${others}${skipped}.`;
  const ignored =
    unknown.length === 0 ? "" : `\nIgnored columns, which --define would define: ${describeUnknown(unknown)}.`;
  const changes = updated > 0 && "changes" in result ? describeChanges(result.changes) : "";
  return `Would import ${where}${others}${skipped}. Nothing was written.${ignored}${changes}`;
};

type Source = {
  readonly shell: Shell;
  readonly database: Database;
  readonly input: Input;
  readonly options: ImportOptions;
};

type Told = {
  readonly found?: Found;
  /** True if another run reports what is wrong with the file. */
  readonly isQuiet?: boolean;
};

const importRows = async (
  { shell, database, input, options }: Source,
  settings: Settings,
  { found = {}, isQuiet = false }: Told = {},
): Promise<ImportResult> => {
  const { signal } = shell;
  const reopen = input.reopen && (() => input.reopen?.(signal) ?? input.stream);
  const table = await openTable(input.stream, input.source, tableChoiceOf(options), { signal, reopen });
  const progress = createProgress(shell, "rows", input.size);
  const badRows = createBadRowPrinter(progress.writeLine);
  const file = options.badRows === undefined ? undefined : createBadRowFile(options.badRows);
  let header: TableHeader | undefined;
  const result = await importCatalogue(database.pool, {
    ...settings,
    table,
    formats: formatsOf(options),
    again: table.again,
    signal,
    onHeader: (read, columns) => {
      header = read;
      found.columns = columns;
    },
    ...(!isQuiet && {
      onBadRow: (row: BadRow) => {
        badRows.write(row);
        file?.collect(row);
      },
    }),
    onRows: (rows) => progress.update(rows, input.bytesRead()),
    onWait: () => progress.writeLine("Another import is in progress; waiting for it to finish."),
  }).finally(progress.stop);
  if (isQuiet) return result;
  for (const line of badRows.summarize(result)) await remark(shell, line);
  // If another run follows the check, that run writes the rows, so the check writes none.
  const isLast = options.dryRun === true || !settings.isDryRun || !settings.isSkippingBad;
  const written = isLast ? await file?.write(table, header) : undefined;
  if (written !== undefined) await remark(shell, written);
  for (const sentence of describeReading(table.reading(), header?.line, options)) await remark(shell, sentence);
  return result;
};

/** Checks a file that is read once more afterwards. */
const checkFirst = async (source: Source, path: string, settings: Settings, told: Told = {}): Promise<ImportResult> => {
  // This refuses everything but a regular file, because nothing else can be read twice.
  await (await openRegularFile(path)).file.close();
  const input = await openInput(path, source.shell);
  return importRows({ ...source, input }, { ...settings, isDryRun: true }, told);
};

/** Adds the unknown values of choices as options, once the whole file has been checked for other problems. */
const addUnknown = async (source: Source, path: string, settings: Settings): Promise<void> => {
  const { shell, database } = source;
  const found = await checkFirst(source, path, settings, { isQuiet: true });
  const added = await findNewOptions(database, valuesIn(found));
  if (added.length === 0) return;
  const maps = mapsWithout(settings.columns.ofValues?.maps ?? {}, added);
  const columns = { ...settings.columns, ofValues: { maps, place: "valueMaps" } };
  checkRows(await checkFirst(source, path, { ...settings, columns }), settings);
  await remark(shell, `Adding options: ${describeOptions(added)}.`);
  await addOptions(database, added);
};

/**
 * Defines an attribute for each unknown column, once the whole file has been checked.
 * @returns The settings, with these columns added.
 */
const defineUnknown = async (source: Source, path: string, settings: Settings): Promise<Settings> => {
  const { shell, database, options } = source;
  const found: Found = {};
  const result = await checkFirst(source, path, settings, { found });
  checkRows(result, settings);
  const unknown = unknownIn(result, found, options);
  if (unknown.length === 0) return settings;
  const ofAttributes = await defineAttributes(database, unknown);
  await remark(shell, `Defined ${plural(unknown.length, "attribute")}: ${describeUnknown(unknown)}.`);
  return {
    ...settings,
    columns: { ...settings.columns, ofAttributes: { ...settings.columns.ofAttributes, ...ofAttributes } },
  };
};

/** Prints what a dry run found, even if rows are bad. */
const tellValues = async (shell: Shell, result: ImportResult, { columns }: Found, options: ImportOptions) => {
  for (const sentence of describeValues(valuesIn(result))) await remark(shell, sentence);
  const { writeMapping: path } = options;
  if (path === undefined || columns === undefined) return;
  await writeFile(path, (write) => write(writeGuesses(columns, valuesIn(result), options)), {});
  await remark(shell, `Wrote the mapping to "${path}".`);
};

const runImport = async (shell: Shell, path: string, given: ImportOptions): Promise<void> => {
  const options = given.mapping === undefined ? given : withMapping(given, await readMapping(given.mapping));
  const input = await openInput(path, shell);
  if (input.stream === shell.stdin && shell.stdin.isTTY === true) {
    await remark(shell, "Reading CSV from the terminal; press Ctrl-D to finish.");
  }
  try {
    const work = async (database: Database, config: Config) => {
      const source = { shell, database, input, options };
      const chosen = toSettings(options, input, config);
      if (options.addOptions === true && !chosen.isDryRun) await addUnknown(source, path, chosen);
      const isDefining = options.define === true && !chosen.isDryRun;
      const settings = isDefining ? await defineUnknown(source, path, chosen) : chosen;
      const startedAt = performance.now();
      const found: Found = {};
      const result = await importRows(source, settings, { found });
      if (settings.isDryRun) await tellValues(shell, result, found, options);
      checkRows(result, settings);
      const unknown = unknownIn(result, found, options);
      await print(shell, { text: summarize(result, unknown, settings, secondsSince(startedAt)), json: result });
    };
    await withStore(shell, work, options.dryRun === true ? openExisting : openOrMake);
  } finally {
    input.stream.destroy();
  }
};

/** The options that read the file twice. */
const twice = [
  ["define", "--define"],
  ["addOptions", "--add-options"],
  ["badRows", "--bad-rows"],
] as const;

const dryRunFields = Object.keys(PetImportDryRun.shape).filter((field) => !(field in PetImportResult.shape));

export const addImport = (program: Command, shell: Shell): void => {
  const command = program
    .command("import")
    .summary("add the pets of a CSV file or a workbook")
    .description("Adds the pets of a CSV file or an .xlsx workbook: all, or none if a row is bad.")
    .argument("<file>", "the file to read, or - for standard input");
  addColumnOptions(addTableOptions(command))
    .option(
      "--status-map <map>",
      "how to map the values of the status column: value=status,…; * matches all others",
      parseStatusMap,
    )
    .option(
      "--attribute-column <map>",
      "the column of an attribute: attribute=column; leave the column empty to skip the attribute; repeat for each attribute",
      addAttributeColumn,
    )
    .option("--mapping <file>", "a JSON file that can contain these options, and maps values of columns (valueMaps)")
    .option("--write-mapping <file>", "with --dry-run: write what the import found as a file for --mapping")
    .option("--define", "define attributes for the columns with values that no other option uses, and import them")
    .option(
      "--define-as <map>",
      "with --define, the type of a column's attribute: column=text, column=longText, or column=none to ignore the column; repeat for each column",
      addOtherType,
    )
    .option("--add-options", "add the unknown values of choices to their options")
    .option("--update", "update the pets that have a row's externalId, instead of calling the row bad")
    .option("--dry-run", "check the whole file without writing")
    .option("--skip-bad", "skip bad rows and import the rest")
    .option("--bad-rows <file>", "write the bad rows to a CSV file, with their lines and problems in the last columns")
    .addOption(
      jsonOption(
        `a JSON object: ${fieldsOf(PetImportResult)}; with --dry-run also ${new Intl.ListFormat("en").format(dryRunFields)}. An error for bad rows has badRows, problems and moreProblems, too`,
      ),
    )
    .addHelpText("after", importHelp)
    .action((path: string, options: ImportOptions) => {
      for (const [name, option] of twice) {
        if (path !== "-" || options[name] === undefined) continue;
        command.error(`error: option '${option}' reads the file twice; write standard input to a file first`);
      }
      if (options.defineAs !== undefined && options.define !== true)
        command.error("error: option '--define-as' needs '--define'");
      if (options.writeMapping !== undefined && options.dryRun !== true)
        command.error("error: option '--write-mapping' needs '--dry-run'");
      return runImport(shell, path, options);
    });
};
