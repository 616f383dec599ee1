import { csvColumns, Pet } from "@petstore/contract/routes";
import type { Command } from "commander";
import { csv, exportCatalogue, jsonLines } from "../csv/export-catalogue.js";
import { fieldsOf, jsonOption } from "./json-option.js";
import { writeOutputFile } from "./output-file.js";
import { createProgress } from "./progress.js";
import { print, remark, type Shell, writeTo } from "./shell.js";
import { withStore } from "./with-store.js";
import { plural, secondsSince } from "./words.js";

type ExportOptions = { force?: boolean; spreadsheetSafe?: boolean };

const summary = (pets: number, startedAt: number) => `Exported ${plural(pets, "pet")} in ${secondsSince(startedAt)}.`;

const exportToOutput = (shell: Shell, isSpreadsheetSafe: boolean): Promise<void> =>
  withStore(shell, async ({ pool }) => {
    const { stdout, signal, isJson } = shell;
    const startedAt = performance.now();
    const format = isJson ? jsonLines : csv(isSpreadsheetSafe);
    const pets = await exportCatalogue(pool, writeTo(stdout, signal), { signal, format });
    await remark(shell, summary(pets, startedAt));
  });

const exportToFile = (shell: Shell, file: string, isForced: boolean, isSpreadsheetSafe: boolean): Promise<void> =>
  withStore(shell, async ({ pool }) => {
    const startedAt = performance.now();
    const progress = createProgress(shell, "pets");
    const settings = { signal: shell.signal, onRows: progress.update, format: csv(isSpreadsheetSafe) };
    const pets = await writeOutputFile(file, isForced, (write) => exportCatalogue(pool, write, settings)).finally(
      progress.stop,
    );
    await print(shell, { text: summary(pets, startedAt), json: { file, pets } });
  });

const help = `
The columns are ${new Intl.ListFormat("en-GB").format(csvColumns)}, ordered by id, in UTF-8. All
rows come from one snapshot, however long the export takes.

\`petstore import\` reads the file with its default options. The pets get new ids.
Categories are found or created by name; unnamed ones by id.

Values are exact: a name such as =HYPERLINK(…) is written unchanged, and a spreadsheet runs
it as a formula. --spreadsheet-safe puts an apostrophe before each name that starts with
= + - or @ (also full-width), so that spreadsheets show text. Do not import such a file: the
apostrophes would become part of the names.

Examples:
  petstore export pets.csv
  petstore export --spreadsheet-safe for-excel.csv
  petstore export - | gzip > pets.csv.gz
  petstore export - --json | jq -r 'select(.status == "sold").name'

(Through pnpm, write \`npx pnpm --silent petstore export -\`: pnpm prints lines of its own.)`;

export const addExport = (program: Command, shell: Shell): void => {
  const command = program
    .command("export")
    .summary("write all pets to a CSV file")
    .description("Writes all pets to a CSV file that `petstore import` reads.")
    .argument("<file>", "the file to write, or - for standard output")
    .option("--force", "overwrite an existing file")
    .option("--spreadsheet-safe", "put an apostrophe before values that a spreadsheet would run as formulas")
    .addOption(jsonOption(`a JSON object: file, pets. For -, JSON lines instead of CSV, a pet each: ${fieldsOf(Pet)}`))
    .addHelpText("after", help)
    .action((file: string, { force = false, spreadsheetSafe = false }: ExportOptions) => {
      if (file !== "-") return exportToFile(shell, file, force, spreadsheetSafe);
      if (shell.isJson && spreadsheetSafe) {
        command.error("error: option '--spreadsheet-safe' is for CSV; leave it out for JSON lines");
      }
      return exportToOutput(shell, spreadsheetSafe);
    });
};
