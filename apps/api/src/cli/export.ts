import { ATTRIBUTE_COLUMN, csvColumns, Pet } from "@petstore/contract/routes";
import type { Command } from "commander";
import { csv, exportCatalogue, jsonLines } from "../csv/export-catalogue.js";
import { Prisma } from "../generated/client.js";
import { fieldsOf, jsonOption } from "./json-option.js";
import { writeOutput } from "./output-file.js";
import type { Shell } from "./shell.js";
import { withStore } from "./with-store.js";
import { plural } from "./words.js";

const allPets = (columns: Prisma.Sql) => Prisma.sql`SELECT ${columns} FROM pet ORDER BY id`;

type ExportOptions = { force?: boolean; profile?: boolean; spreadsheetSafe?: boolean };

const exportPets = (shell: Shell, file: string, options: ExportOptions): Promise<void> =>
  withStore(shell, ({ pool }) => {
    const format = file === "-" && shell.isJson ? jsonLines : csv(options.spreadsheetSafe);
    const profiles = options.profile === true ? "all" : undefined;
    return writeOutput(shell, file, {
      unit: "pets",
      isForced: options.force === true,
      produce: (write, onRows) =>
        exportCatalogue(pool, write, { signal: shell.signal, onRows, select: allPets, format, profiles }),
      report: (pets, time) => ({ text: `Exported ${plural(pets, "pet")} in ${time}.`, json: { file, pets } }),
    });
  });

const help = `
The columns are ${new Intl.ListFormat("en-GB").format(csvColumns)}, ordered by id, in UTF-8. All
rows come from one snapshot, however long the export takes. --profile adds externalId and a
column ${ATTRIBUTE_COLUMN}NAME for each attribute.

\`petstore import\` reads the file with its default options. The pets get new ids.
Categories are found or created by name; unnamed ones by id.

Values are exact: a name such as =HYPERLINK(…) is written unchanged, and a spreadsheet runs
it as a formula. --spreadsheet-safe puts an apostrophe before each name that starts with
= + - or @ (also full-width), so that spreadsheets show text. Do not import such a file: the
apostrophes would become part of the names.

Examples:
  petstore export pets.csv --profile
  petstore export --spreadsheet-safe for-excel.csv
  petstore export - | gzip > pets.csv.gz
  petstore export - --json | jq -r 'select(.status == "sold").name'

(Through pnpm, write \`npx pnpm --silent petstore export -\`, because pnpm itself prints lines.)`;

export const addExport = (program: Command, shell: Shell): void => {
  const command = program
    .command("export")
    .summary("write all pets to a CSV file")
    .description("Writes all pets to a CSV file that `petstore import` reads.")
    .argument("<file>", "the file to write, or - for standard output")
    .option("--force", "overwrite an existing file")
    .option("--profile", "add the columns of profiles: externalId and the attributes")
    .option("--spreadsheet-safe", "put an apostrophe before values that a spreadsheet would run as formulas")
    .addOption(jsonOption(`a JSON object: file, pets. For -, JSON lines instead of CSV, a pet each: ${fieldsOf(Pet)}`))
    .addHelpText("after", help)
    .action((file: string, options: ExportOptions) => {
      if (file === "-" && shell.isJson && options.spreadsheetSafe === true) {
        command.error("error: option '--spreadsheet-safe' is for CSV; leave it out for JSON lines");
      }
      return exportPets(shell, file, options);
    });
};
