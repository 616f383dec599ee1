import { ATTRIBUTE_COLUMN, csvColumns, Pet } from "@petstore/contract/routes";
import { type Command, Option } from "commander";
import { OperatorError } from "../config/operator-error.js";
import { csv, exportCatalogue, jsonLines } from "../csv/export-catalogue.js";
import { exportWorkbook, MAX_WORKBOOK_PETS } from "../csv/export-workbook.js";
import { Prisma } from "../generated/client.js";
import { fieldsOf, jsonOption } from "./json-option.js";
import { writeOutput } from "./output-file.js";
import type { Shell } from "./shell.js";
import { withStore } from "./with-store.js";
import { count, plural } from "./words.js";

const allPets = (columns: Prisma.Sql) => Prisma.sql`SELECT ${columns} FROM pet ORDER BY id`;

const formats = ["csv", "xlsx"] as const;
type Format = (typeof formats)[number];

type ExportOptions = { force?: boolean; profile?: boolean; spreadsheetSafe?: boolean; format?: Format };

const formatOf = (file: string, { format }: ExportOptions): Format =>
  format ?? (file.toLowerCase().endsWith(".xlsx") ? "xlsx" : "csv");

const refuse = () =>
  new OperatorError(
    "unwritable_file",
    `A workbook can have at most ${count(MAX_WORKBOOK_PETS)} pets, and the store has more:`,
    "export them as CSV.",
  );

const exportPets = (shell: Shell, file: string, options: ExportOptions): Promise<void> =>
  withStore(shell, ({ pool }) => {
    const text = file === "-" && shell.isJson ? jsonLines : csv(options.spreadsheetSafe);
    const profiles = options.profile === true ? "all" : undefined;
    return writeOutput(shell, file, {
      unit: "pets",
      isForced: options.force === true,
      produce: (write, onRows) => {
        const rows = { signal: shell.signal, onRows, select: allPets, profiles } as const;
        return formatOf(file, options) === "xlsx"
          ? exportWorkbook(pool, write, { ...rows, refuse })
          : exportCatalogue(pool, write, { ...rows, format: text });
      },
      report: (pets, time) => ({ text: `Exported ${plural(pets, "pet")} in ${time}.`, json: { file, pets } }),
    });
  });

const help = `
The columns are ${new Intl.ListFormat("en-GB").format(csvColumns)}, ordered by id, in UTF-8. All
rows come from one snapshot, however long the export takes. --profile adds externalId and a
column ${ATTRIBUTE_COLUMN}NAME for each attribute.

\`petstore import\` reads the file with its default options. The pets get new ids.
Categories are found or created by name; unnamed ones by id.

For a spreadsheet, write an .xlsx workbook. Its texts and codes are cells of text, so that
the program keeps leading zeros and long numbers and runs no formula; numbers, dates and
booleans are cells of their kind, and choices have their labels. \`petstore import --update\`
reads back what people save there. A workbook has at most ${count(MAX_WORKBOOK_PETS)} pets.

The values of CSV are exact: a name such as =HYPERLINK(…) is written unchanged, and a
spreadsheet runs it as a formula. --spreadsheet-safe puts an apostrophe before each name that
starts with = + - or @ (also full-width), and a byte order mark before the file, which Excel
needs. Do not import such a file: the apostrophes would become part of the names.

Examples:
  petstore export pets.csv --profile
  petstore export pets.xlsx --profile
  petstore export --spreadsheet-safe for-excel.csv
  petstore export - | gzip > pets.csv.gz
  petstore export - --json | jq -r 'select(.status == "sold").name'

(Through pnpm, write \`npx --yes pnpm --silent petstore export -\`, because pnpm itself prints lines.)`;

export const addExport = (program: Command, shell: Shell): void => {
  const command = program
    .command("export")
    .summary("write all pets to a CSV file or a workbook")
    .description("Writes all pets to a CSV file or an .xlsx workbook that `petstore import` reads.")
    .argument("<file>", "the file to write, or - for standard output")
    .option("--force", "overwrite an existing file")
    .option("--profile", "add the columns of profiles: externalId and the attributes")
    .option("--spreadsheet-safe", "write CSV in which a spreadsheet runs no formula")
    .addOption(
      new Option(
        "--format <format>",
        "csv or xlsx; by default the ending of the file's name decides, or else csv",
      ).choices(formats),
    )
    .addOption(
      jsonOption(`a JSON object: file, pets. With -, JSON lines instead of CSV, one for each pet: ${fieldsOf(Pet)}`),
    )
    .addHelpText("after", help)
    .action((file: string, options: ExportOptions) => {
      if (file === "-" && shell.isJson && options.spreadsheetSafe === true) {
        command.error("error: option '--spreadsheet-safe' is for CSV; leave it out for JSON lines");
      }
      if (formatOf(file, options) === "xlsx") {
        if (options.spreadsheetSafe === true)
          command.error("error: option '--spreadsheet-safe' is for CSV; a workbook never runs its texts as formulas");
        if (file === "-" && shell.isJson)
          command.error("error: option '--json' writes JSON lines to -, not a workbook");
      }
      return exportPets(shell, file, options);
    });
};
