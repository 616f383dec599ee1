import type { Command } from "commander";
import type { Config } from "../config/config.js";
import { type CatalogueImport, importCatalogue, type ImportResult } from "../csv/import-catalogue.js";
import { openTable } from "../csv/read-table.js";
import type { StatusMap } from "../csv/import-row.js";
import { PetImportDryRun, PetImportResult } from "@petstore/contract/routes";
import type { Database } from "../database/open-database.js";
import { OperatorError } from "../config/operator-error.js";
import { addColumnOptions, columnOption, type ColumnOptions, columnsOf } from "./column-options.js";
import {
  addAttributeColumn,
  type AttributeColumns,
  defineAttributes,
  describeUnknown,
  type UnknownColumns,
} from "./define-attributes.js";
import { importHelp } from "./import-help.js";
import { type Input, openInput, openRegularFile } from "./open-input.js";
import { operator } from "./operator.js";
import { createBadRowPrinter } from "./print-bad-rows.js";
import { fieldsOf, jsonOption } from "./json-option.js";
import { createProgress } from "./progress.js";
import { print, remark, type Shell } from "./shell.js";
import { parseStatusMap } from "./status-map.js";
import { addTableOptions, describeReading, formatsOf, tableChoiceOf, type TableOptions } from "./table-options.js";
import { openExisting, openOrMake, withStore } from "./with-store.js";
import { count, plural, secondsSince } from "./words.js";

type ImportOptions = ColumnOptions &
  TableOptions & {
    statusMap?: StatusMap;
    attributeColumn?: AttributeColumns;
    define?: boolean;
    update?: boolean;
    dryRun?: boolean;
    skipBad?: boolean;
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
  },
  isDryRun: options.dryRun === true,
  isUpdating: options.update === true,
  isSkippingBad: options.skipBad === true,
});

const checkRows = (
  { rows, bad, badRows, problems, moreProblems }: ImportResult,
  { isDryRun, isSkippingBad }: Settings,
): void => {
  if (bad === 0 || isSkippingBad) return;
  const what = isDryRun ? "Nothing would be imported" : "Nothing was imported";
  throw new OperatorError(
    "bad_rows",
    `${what}: ${count(bad)} of ${plural(rows, "row")} ${bad === 1 ? "is" : "are"} bad.`,
    "Correct them, or skip them with --skip-bad.",
    { details: { rows, bad, badRows, problems, moreProblems } },
  );
};

const unknownIn = (result: ImportResult): UnknownColumns => ("unknownColumns" in result ? result.unknownColumns : []);

const summarize = (result: ImportResult, { isDryRun }: Settings, time: string): string => {
  const { bad, imported, updated, categories } = result;
  const created = categories.new === 0 ? "" : ` (${count(categories.new)} of them new)`;
  const where = `${plural(imported, "pet")} into ${plural(categories.all, "category", "categories")}${created}`;
  const others = updated === 0 ? "" : `, and ${isDryRun ? "update" : "updated"} ${count(updated)} by externalId`;
  const skipped = bad === 0 ? "" : `, skipping ${plural(bad, "bad row")}`;
  if (!isDryRun) return `Imported ${where} in ${time}${others}${skipped}.`;
  const unknown = unknownIn(result);
  const ignored =
    unknown.length === 0 ? "" : `\nIgnored columns, which --define would define: ${describeUnknown(unknown)}.`;
  return `Would import ${where}${others}${skipped}. Nothing was written.${ignored}`;
};

type Source = {
  readonly shell: Shell;
  readonly database: Database;
  readonly input: Input;
  readonly options: TableOptions;
};

const importRows = async ({ shell, database, input, options }: Source, settings: Settings): Promise<ImportResult> => {
  const { signal } = shell;
  const reopen = input.reopen && (() => input.reopen?.(signal) ?? input.stream);
  const table = await openTable(input.stream, input.source, tableChoiceOf(options), { signal, reopen });
  const progress = createProgress(shell, "rows", input.size);
  const badRows = createBadRowPrinter(progress.writeLine);
  let headerLine: number | undefined;
  const result = await importCatalogue(database.pool, {
    ...settings,
    table,
    formats: formatsOf(options),
    again: table.again,
    signal,
    onHeader: ({ line }) => (headerLine = line),
    onBadRow: badRows.write,
    onRows: (rows) => progress.update(rows, input.bytesRead()),
    onWait: () => progress.writeLine("Another import is in progress; waiting for it to finish."),
  }).finally(progress.stop);
  for (const line of badRows.summarize(result)) await remark(shell, line);
  for (const sentence of describeReading(table.reading(), headerLine, options)) await remark(shell, sentence);
  return result;
};

/**
 * Defines an attribute for each unknown column, once the whole file has been checked. @returns The settings, with these
 * columns added.
 */
const defineUnknown = async (source: Source, path: string, settings: Settings): Promise<Settings> => {
  const { shell, database } = source;
  // This refuses everything but a regular file, because nothing else can be read twice.
  await (await openRegularFile(path)).file.close();
  const input = await openInput(path, shell);
  const result = await importRows({ ...source, input }, { ...settings, isDryRun: true });
  checkRows(result, settings);
  const unknown = unknownIn(result);
  if (unknown.length === 0) return settings;
  const ofAttributes = await defineAttributes(database, unknown);
  await remark(shell, `Defined ${plural(unknown.length, "attribute")}: ${describeUnknown(unknown)}.`);
  return {
    ...settings,
    columns: { ...settings.columns, ofAttributes: { ...settings.columns.ofAttributes, ...ofAttributes } },
  };
};

const runImport = async (shell: Shell, path: string, options: ImportOptions): Promise<void> => {
  const input = await openInput(path, shell);
  if (input.stream === shell.stdin && shell.stdin.isTTY === true) {
    await remark(shell, "Reading CSV from the terminal; press Ctrl-D to finish.");
  }
  try {
    const work = async (database: Database, config: Config) => {
      const source = { shell, database, input, options };
      const given = toSettings(options, input, config);
      const isDefining = options.define === true && !given.isDryRun;
      const settings = isDefining ? await defineUnknown(source, path, given) : given;
      const startedAt = performance.now();
      const result = await importRows(source, settings);
      checkRows(result, settings);
      await print(shell, { text: summarize(result, settings, secondsSince(startedAt)), json: result });
    };
    await withStore(shell, work, options.dryRun === true ? openExisting : openOrMake);
  } finally {
    input.stream.destroy();
  }
};

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
    .option("--define", "define attributes for the columns that no other option uses, and import them")
    .option("--update", "update the pets that have a row's externalId, instead of calling the row bad")
    .option("--dry-run", "check the whole file without writing")
    .option("--skip-bad", "skip bad rows and import the rest")
    .addOption(
      jsonOption(
        `a JSON object: ${fieldsOf(PetImportResult)}; with --dry-run also ${new Intl.ListFormat("en").format(dryRunFields)}. An error for bad rows has badRows, problems and moreProblems, too`,
      ),
    )
    .addHelpText("after", importHelp)
    .action((path: string, options: ImportOptions) => {
      if (path === "-" && options.define === true) {
        command.error("error: option '--define' reads the file twice; write standard input to a file first");
      }
      return runImport(shell, path, options);
    });
};
