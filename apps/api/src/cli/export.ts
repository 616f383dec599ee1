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
    const summary = (pets: number) => `Exported ${plural(pets, "pet")} in ${secondsSince(startedAt)}.`;
    if (path === "-") {
      const { signal } = shell;
      const pets = await exportCatalogue(pool, writeTo(shell.stdout, signal), {
        signal,
        onRows: () => {},
        isSpreadsheetSafe,
      });
      shell.stderr.write(`${summary(pets)}\n`);
      return;
    }
    const progress = createProgress(shell.stderr, "pets");
    try {
      const settings = { signal: shell.signal, onRows: progress.update, isSpreadsheetSafe };
      const pets = await writeOutputFile(path, isForced, (write) => exportCatalogue(pool, write, settings));
      progress.stop();
      await printLine(shell, summary(pets));
    } finally {
      progress.stop();
    }
  });

const help = `
The columns are id, name, categoryId, category and status, ordered by id, in UTF-8. All
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

(Through pnpm, write \`npx pnpm --silent petstore export -\`: pnpm prints lines of its own.)`;

export const addExport = (program: Command, shell: Shell): void => {
  program
    .command("export")
    .summary("write all pets to a CSV file")
    .description("Writes all pets to a CSV file that `petstore import` reads.")
    .argument("<file>", "the file to write, or - for standard output")
    .option("--force", "overwrite an existing file")
    .option("--spreadsheet-safe", "put an apostrophe before values that a spreadsheet would run as formulas")
    .addHelpText("after", help)
    .action((path: string, options: ExportOptions) => runExport(shell, path, options));
};
