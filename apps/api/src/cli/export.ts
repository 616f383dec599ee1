import type { Command } from "commander";
import { exportCatalogue } from "../csv/export-catalogue.js";
import { writeOutputFile } from "./output-file.js";
import { createProgress } from "./progress.js";
import { printLine, type Shell, writeTo } from "./shell.js";
import { withStore } from "./with-store.js";
import { plural, secondsSince } from "./words.js";

type ExportOptions = { force?: boolean; spreadsheetSafe?: boolean };

const runExport = (
  shell: Shell,
  path: string,
  { force: isForced = false, spreadsheetSafe: isSpreadsheetSafe = false }: ExportOptions,
): Promise<void> =>
  withStore(shell, async ({ pool }) => {
    const startedAt = performance.now();
    const summary = (animals: number) => `Exported ${plural(animals, "animal")} in ${secondsSince(startedAt)}.`;
    if (path === "-") {
      const { signal } = shell;
      const animals = await exportCatalogue(pool, writeTo(shell.stdout, signal), {
        signal,
        onRows: () => {},
        isSpreadsheetSafe,
      });
      shell.stderr.write(`${summary(animals)}\n`);
      return;
    }
    const progress = createProgress(shell.stderr, "animals");
    try {
      const settings = { signal: shell.signal, onRows: progress.update, isSpreadsheetSafe };
      const animals = await writeOutputFile(path, isForced, (write) => exportCatalogue(pool, write, settings));
      progress.stop();
      await printLine(shell, summary(animals));
    } finally {
      progress.stop();
    }
  });

const help = `
The columns are id, name, categoryId, category and status, in the order of the ids; the
text is UTF-8. All animals are as they were at one moment, however long it takes.

\`petstore import\` takes the file with its default options. The animals get new ids.
Categories are found, or made, by their names; those without a name by their ids.

The file is exact: a name such as =HYPERLINK(…) stands in it as it is, and a spreadsheet that
opens the file runs it as a formula. With --spreadsheet-safe an apostrophe stands before each
name that begins with = + - or @ (full-width ones too), so that spreadsheets show text. Such a
file does not import back as it was: the apostrophes would become part of the names.

Examples:
  petstore export animals.csv
  petstore export --spreadsheet-safe for-excel.csv
  petstore export - | gzip > animals.csv.gz

(Through pnpm, write \`npx pnpm --silent petstore export -\`: pnpm prints lines of its own.)`;

export const addExport = (program: Command, shell: Shell): void => {
  program
    .command("export")
    .summary("write all animals into a CSV file")
    .description("Writes all animals into a CSV file that `petstore import` takes.")
    .argument("<file>", "the file to write, or - for standard output")
    .option("--force", "overwrite the file where it is there already")
    .option("--spreadsheet-safe", "put an apostrophe before what a spreadsheet would run as a formula")
    .addHelpText("after", help)
    .action((path: string, options: ExportOptions) => runExport(shell, path, options));
};
