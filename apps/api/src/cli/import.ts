import type { Command } from "commander";
import type { Config } from "../config/config.js";
import { type CatalogueImport, importCatalogue, type ImportResult } from "../csv/import-catalogue.js";
import { readCsv } from "../csv/read-csv.js";
import type { StatusMap } from "../csv/import-row.js";
import { PetImportDryRun, PetImportResult } from "@petstore/contract/routes";
import type { Database } from "../database/open-database.js";
import { OperatorError } from "../config/operator-error.js";
import { addColumnOptions, columnOption, type ColumnOptions, columnsOf } from "./column-options.js";
import { importHelp } from "./import-help.js";
import { type Input, openInput } from "./open-input.js";
import { operator } from "./operator.js";
import { fieldsOf, jsonOption } from "./json-option.js";
import { createProgress } from "./progress.js";
import { print, remark, type Shell } from "./shell.js";
import { parseStatusMap } from "./status-map.js";
import { openExisting, openOrMake, withStore } from "./with-store.js";
import { count, plural, secondsSince } from "./words.js";

type ImportOptions = ColumnOptions & {
  statusMap?: StatusMap;
  dryRun?: boolean;
  skipBad?: boolean;
};

type Settings = Omit<CatalogueImport, "signal" | "onBadRow" | "onRows" | "onWait">;

const toSettings = (options: ImportOptions, { source }: Input, { categoryPolicy }: Config): Settings => ({
  source,
  actor: operator(),
  categoryPolicy,
  statusMap: options.statusMap,
  columns: {
    ...columnsOf(options),
    isStatusNeeded: options.statusMap !== undefined,
    settingOf: columnOption,
  },
  isDryRun: options.dryRun === true,
  isSkippingBad: options.skipBad === true,
});

const checkRows = ({ rows, bad, badRows }: ImportResult, { isDryRun, isSkippingBad }: Settings): void => {
  if (bad === 0 || isSkippingBad) return;
  const what = isDryRun ? "Nothing would be imported" : "Nothing was imported";
  throw new OperatorError(
    "bad_rows",
    `${what}: ${count(bad)} of ${plural(rows, "row")} ${bad === 1 ? "is" : "are"} bad.`,
    "Correct them, or skip them with --skip-bad.",
    { details: { rows, bad, badRows } },
  );
};

const summarize = ({ bad, imported, categories }: ImportResult, { isDryRun }: Settings, time: string): string => {
  const created = categories.new === 0 ? "" : ` (${count(categories.new)} of them new)`;
  const where = `${plural(imported, "pet")} into ${plural(categories.all, "category", "categories")}${created}`;
  const skipped = bad === 0 ? "" : `, skipping ${plural(bad, "bad row")}`;
  return isDryRun ? `Would import ${where}${skipped}. Nothing was written.` : `Imported ${where} in ${time}${skipped}.`;
};

const runImport = async (shell: Shell, path: string, options: ImportOptions): Promise<void> => {
  const input = await openInput(path, shell);
  if (input.stream === shell.stdin && shell.stdin.isTTY === true) {
    await remark(shell, "Reading CSV from the terminal; press Ctrl-D to finish.");
  }
  try {
    const work = async ({ pool }: Database, config: Config) => {
      const settings = toSettings(options, input, config);
      const startedAt = performance.now();
      const progress = createProgress(shell, "rows", input.size);
      const result = await importCatalogue(pool, readCsv(input.stream, input.source), {
        ...settings,
        signal: shell.signal,
        onBadRow: ({ line, problem }) => progress.writeLine(`line ${line}: ${problem}`),
        onRows: (rows) => progress.update(rows, input.bytesRead()),
        onWait: () => progress.writeLine("Another import is in progress; waiting for it to finish."),
      }).finally(progress.stop);
      checkRows(result, settings);
      await print(shell, { text: summarize(result, settings, secondsSince(startedAt)), json: result });
    };
    await withStore(shell, work, options.dryRun === true ? openExisting : openOrMake);
  } finally {
    input.stream.destroy();
  }
};

const dryRunField = Object.keys(PetImportDryRun.shape).find((field) => !(field in PetImportResult.shape));

export const addImport = (program: Command, shell: Shell): void => {
  const command = program
    .command("import")
    .summary("add the pets of a CSV file")
    .description("Adds the pets of a CSV file: all, or none if a row is bad.")
    .argument("<file>", "the file to read, or - for standard input");
  addColumnOptions(command)
    .option(
      "--status-map <map>",
      "how to map the values of the status column: value=status,…; * matches all others",
      parseStatusMap,
    )
    .option("--dry-run", "check the whole file without writing")
    .option("--skip-bad", "skip bad rows and import the rest")
    .addOption(
      jsonOption(
        `a JSON object: ${fieldsOf(PetImportResult)}; with --dry-run also ${dryRunField}. An error for bad rows has badRows, too`,
      ),
    )
    .addHelpText("after", importHelp)
    .action((path: string, options: ImportOptions) => runImport(shell, path, options));
};
