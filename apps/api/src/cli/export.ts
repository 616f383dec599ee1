import type { Command } from "commander";
import { exportCatalogue } from "../catalogue/export-catalogue.js";
import { writeOutputFile } from "./output-file.js";
import { createProgress } from "./progress.js";
import { printLine, type Shell, writeTo } from "./shell.js";
import { withStore } from "./with-store.js";
import { plural, secondsSince } from "./words.js";

const runExport = (shell: Shell, path: string, isForced: boolean): Promise<void> =>
  withStore(shell, async ({ pool }) => {
    const startedAt = performance.now();
    const summary = (animals: number) => `Exported ${plural(animals, "animal")} in ${secondsSince(startedAt)}.`;
    if (path === "-") {
      const { signal } = shell;
      const animals = await exportCatalogue(pool, writeTo(shell.stdout, signal), { signal, onRows: () => {} });
      shell.stderr.write(`${summary(animals)}\n`);
      return;
    }
    const progress = createProgress(shell.stderr, "animals");
    try {
      const settings = { signal: shell.signal, onRows: progress.update };
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

Examples:
  petstore export animals.csv
  petstore export - | gzip > animals.csv.gz

(Through pnpm, write \`npx pnpm --silent petstore export -\`: pnpm prints lines of its own.)`;

export const addExport = (program: Command, shell: Shell): void => {
  program
    .command("export")
    .summary("write all animals into a CSV file")
    .description("Writes all animals into a CSV file that `petstore import` takes.")
    .argument("<file>", "the file to write, or - for standard output")
    .option("--force", "overwrite the file where it is there already")
    .addHelpText("after", help)
    .action((path: string, { force = false }: { force?: boolean }) => runExport(shell, path, force));
};
