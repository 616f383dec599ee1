import * as z from "zod";
import { Attribute, AttributeName, MAX_ATTRIBUTES } from "./attribute.js";
import { profile } from "../examples.js";
import { Id } from "../http/identifiers.js";
import { isWithin, Name, PetName } from "../http/names.js";
import { ATTRIBUTE_COLUMN, AttributeColumns, csvTexts, ImportColumns, MAX_VALUE_LENGTH } from "./pet-columns.js";
import { PetStatus } from "./pet-status.js";
import { Profile } from "./profile.js";
import { rule } from "../http/rules.js";
import { variantsOf } from "../http/variants.js";
import { BadRow, MAX_PROBLEM_GROUPS, ProblemGroup } from "./row-problem.js";

/** The largest body of an import, in bytes. */
export const MAX_IMPORT_BYTES = 16_777_216;

/** The maximum number of rows of one import. */
export const MAX_IMPORT_ROWS = 300_000;

/** The maximum number of bad rows that the answer to an import lists. */
export const MAX_LISTED_BAD_ROWS = 1_000;

/** The number of pets that the answer to a dry run shows. */
export const MAX_PREVIEWED_PETS = 20;

/** The number of changed values that the answer to a dry run shows. */
export const MAX_PREVIEWED_CHANGES = 20;

const MAX_MAPPED_VALUES = 1_000;
const isShort = isWithin(MAX_VALUE_LENGTH);
const isMatchable = (value: string) => value === "" || (isShort(value) && value.trim() === value);
const mapRule = `must map 1 to ${MAX_MAPPED_VALUES} values, of at most ${MAX_VALUE_LENGTH} characters and without white space at either end, to one of available, pending, sold`;

/** The JSON Schema of a value that a file has. */
const valueNames = {
  type: "string",
  maxLength: MAX_VALUE_LENGTH,
  pattern: "^(?:\\S(?:[\\s\\S]*\\S)?)?$",
} as const;

const StatusMap = z
  .record(z.string(), PetStatus, rule(mapRule))
  .refine((map) => {
    const values = Object.keys(map);
    return values.length >= 1 && values.length <= MAX_MAPPED_VALUES && values.every(isMatchable);
  }, mapRule)
  .meta({
    minProperties: 1,
    maxProperties: MAX_MAPPED_VALUES,
    propertyNames: valueNames,
  });

/** The maximum number of columns whose values an import maps. */
const MAX_MAPPED_COLUMNS = 100;
const isShortMap = (map: object) => Object.keys(map).length <= MAX_MAPPED_VALUES;

const valueMapRule = `must map at most ${MAX_MAPPED_VALUES} values, of at most ${MAX_VALUE_LENGTH} characters and without white space at either end, each to the attribute values that it sets`;
const setsRule = `must be an object of at most ${MAX_ATTRIBUTES} attribute values, none of them null; {} sets none`;

/** The schema accepts any value, because only the service knows the rules of the attributes. */
const Sets = z
  .record(AttributeName, z.unknown(), rule(setsRule))
  .refine((sets) => {
    const values = Object.values(sets);
    return values.length <= MAX_ATTRIBUTES && values.every((value) => value !== null);
  }, setsRule)
  .meta({ maxProperties: MAX_ATTRIBUTES, additionalProperties: {} });

const ValueMap = z
  .record(z.string(), Sets, rule(valueMapRule))
  .refine((map) => isShortMap(map) && Object.keys(map).every(isMatchable), valueMapRule)
  .meta({ maxProperties: MAX_MAPPED_VALUES, propertyNames: valueNames });

const valueMapsRule = `must map the values of at most ${MAX_MAPPED_COLUMNS} columns, whose names have at most ${MAX_VALUE_LENGTH} characters`;

const ValueMaps = z
  .record(z.string(), ValueMap, rule(valueMapsRule))
  .refine((maps) => {
    const columns = Object.keys(maps);
    return columns.length <= MAX_MAPPED_COLUMNS && columns.every(isShort);
  }, valueMapsRule)
  .meta({
    maxProperties: MAX_MAPPED_COLUMNS,
    propertyNames: { type: "string", minLength: 1, maxLength: MAX_VALUE_LENGTH },
  });
/** See the schema of the same name. */
export type ValueMaps = z.infer<typeof ValueMaps>;

/** The characters that separate the values of CSV, by their names. */
const delimiterNames = ["comma", "semicolon", "tab", "bar"] as const;
const delimiterRule = `must be one of ${delimiterNames.join(", ")}`;

const MAX_SHEET_LENGTH = 100;
const MAX_HEADER_LINE = 1_000_000;
const headerRule = `must be an integer from 1 to ${MAX_HEADER_LINE}`;
const sheetRule = `must have 1 to ${MAX_SHEET_LENGTH} characters, and none of []:*?/\\`;
/** The characters that spreadsheet programs do not allow in the name of a sheet. */
const sheetPattern = /^[^[\]:*?/\\]+$/;
const workbookRule = "must be an .xlsx workbook in base64 (RFC 4648 §4)";
const isBase64 = (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);

/** How an import reads a file. */
const mapping = {
  sheet: z
    .string(rule(sheetRule))
    .refine((name) => isWithin(MAX_SHEET_LENGTH)(name) && sheetPattern.test(name), sheetRule)
    .optional()
    .meta({
      minLength: 1,
      maxLength: MAX_SHEET_LENGTH,
      pattern: sheetPattern.source,
      description: "The name of the sheet of the workbook. By default it is the first that is not hidden.",
      examples: ["Animals"],
    }),
  skipHiddenRows: z.boolean(rule("must be true or false")).optional().meta({
    description: "`true` leaves out the rows that are hidden in the workbook.",
  }),
  delimiter: z
    .enum(delimiterNames, rule(delimiterRule))
    .optional()
    .meta({
      description: "What separates the values of `csv`. By default it is recognised by the first lines.",
      examples: ["semicolon"],
    }),
  headerLine: z
    .int(rule(headerRule))
    .min(1, rule(headerRule))
    .max(MAX_HEADER_LINE, rule(headerRule))
    .optional()
    .meta({
      description:
        "The line that names the columns, from 1. By default it is looked for among the first twenty lines that are not blank, because reports have a title above it. A second column `Notes` is called `Notes (2)`, and a column without a name is called by its letters in a spreadsheet, such as `AB`.",
      examples: [4],
    }),
  dates: z
    .enum(["dmy", "mdy", "ymd"], rule("must be dmy, mdy or ymd"))
    .optional()
    .meta({
      description:
        "The order of day, month and year in dates such as `03/04/2022`. By default it follows from the other dates of the column; if it does not, rows with such dates are bad.",
      examples: ["dmy"],
    }),
  decimal: z
    .enum([".", ","], rule("must be a point or a comma"))
    .optional()
    .meta({
      description:
        "The sign before the decimals of numbers such as `1,250`. By default it follows from the other numbers of the column; if it does not, rows with such numbers are bad.",
      examples: [","],
    }),
  columns: ImportColumns.meta({
    id: "ImportColumns",
    description:
      "Says which column of the file has each field. A field that is left out takes its default column, if the file has it. The other columns are ignored.",
  }),
  attributeColumns: AttributeColumns.meta({
    id: "ImportAttributeColumns",
    description: `The columns of attributes, by their names; the empty text leaves an attribute out. By default a column is matched as \`${ATTRIBUTE_COLUMN}\` and the name, or else, if it has no field of the pet, by the name or the label of an attribute that is not archived, ignoring case, or by a usual word in English, German, Spanish or French. A date is \`YYYY-MM-DD\`, or written as people write it (\`2023-8-7\`, \`12 Aug 2020\`, \`24.12.2023\`), also with a time of the day, which is left out. A number may have groups of digits, a currency and the unit of the attribute. A boolean is yes, no, true, false, y, n, 1, 0 or x, or a word for it in German, Spanish or French; "unknown" is no value. A choice is its value or its label, in any case and without accents. In the columns of \`sex\` and \`neutered\`, words such as "Neutered Male", "Intact Female" and "M/N" set both. \`;\` separates several texts; one with \`;\`, a quote or white space at its ends is in quotes, and then all are. An empty cell is no value. A text that a spreadsheet program has shortened, such as \`9.85112E+14\`, makes its row bad, and so does a code without the leading zeros that are stored; spaces and hyphens of a \`microchip\` are dropped.`,
    examples: [{ breed: "primary_breed" }],
  }).optional(),
  statusMap: StatusMap.meta({
    id: "ImportStatusMap",
    description:
      "Maps the values of the status column, which must match exactly, to statuses; `*` matches all others. Without it, the column must contain statuses in any case, or the words for them in German, Spanish or French, or be empty for `available`.",
    examples: [{ Adoption: "sold", "*": "available" }],
  }).optional(),
  valueMaps: ValueMaps.meta({
    id: "ImportValueMaps",
    description:
      "Maps the values of columns to what they set, by the name of the column and then by the value, which matches without regard to case, accents and white space at its ends. A value sets the attributes of its object, by their names, and nothing else; `{}` sets none, `*` matches all values that are neither mapped nor known, and the empty text matches an empty cell. A column may be mapped although it is not the column of an attribute. Then it fills only the attributes whose own column is missing or empty in the row. Rows in which two columns set different values of one attribute are bad. For `choices` and `labels`, each value of a cell is mapped on its own. Values that are not mapped are read as without the map.",
    examples: [{ Gender: { "Neutered Male": { sex: "male", neutered: true }, U: {} } }],
  }).optional(),
};

/** The part of an import that files with the same columns share. A person can keep it for the next file. */
export const ImportMapping = z
  .strictObject({ ...mapping, columns: mapping.columns.optional() }, rule("must be a JSON object"))
  .meta({ description: "How an import reads files with the same columns." });
/** See the schema of the same name. */
export type ImportMapping = z.infer<typeof ImportMapping>;

/** Request body of an import. */
export const PetImport = z
  .strictObject(
    {
      csv: z
        .string(rule("must be a string"))
        .refine((text) => text.isWellFormed(), "must not contain lone surrogates")
        .optional()
        .meta({
          // An empty file has no header. Every character takes at least one byte of the body, so the limit of the body
          // is also one for the number of characters.
          minLength: 1,
          maxLength: MAX_IMPORT_BYTES,
          description: `The file as text (RFC 4180), unless it is a \`workbook\`: a line names the columns, and at most ${MAX_IMPORT_ROWS.toLocaleString("en")} rows follow. Lines end with LF, CR LF or CR. A first line such as \`sep=;\` names the delimiter. Blank rows are skipped, a row may end early, and a value to the right of all columns is a problem of its row.`,
          examples: ["name,species\nRex,Dog\n"],
        }),
      workbook: z
        .string(rule(workbookRule))
        .refine(isBase64, workbookRule)
        .optional()
        .meta({
          minLength: 4,
          maxLength: MAX_IMPORT_BYTES,
          format: "byte",
          description:
            "The file as an .xlsx workbook (ECMA-376) in base64, instead of `csv`. A cell counts as it is shown: a date as `YYYY-MM-DD`, and a number with the leading zeros of its format. Merged cells give their value to each row that they cover.",
          examples: ["UEsDBBQAAAAIAA=="],
        }),
      source: Name.meta({
        description: "The file's name, for messages and the audit trail.",
        examples: ["shelter.csv"],
      }),
      ...mapping,
      update: z.boolean(rule("must be true or false")).optional().meta({
        description:
          "`true` changes the pet that has the `externalId` of a row; otherwise such a row is bad. The pet gets the values of the columns that the file has: an empty cell clears a value, but does not change the status. A dry run tells what would change.",
      }),
      skipBad: z.boolean(rule("must be true or false")).optional().meta({
        description: "`true` skips bad rows and imports the rest; otherwise one bad row refuses the whole file.",
      }),
    },
    rule("must be a JSON object"),
  )
  .refine(({ csv, workbook }) => (csv === undefined) !== (workbook === undefined), {
    message: "must have either csv or workbook",
  })
  .meta({
    id: "PetImport",
    description: "A file of pets, as CSV or as a workbook, and how to read it.",
    examples: [{ csv: "name,species\nRex,Dog\n", source: "shelter.csv", columns: { category: "species" } }],
    ...variantsOf(
      undefined,
      { id: "PetImportOfCsv", description: "A CSV file of pets.", omits: ["workbook"], requires: ["csv"] },
      { id: "PetImportOfWorkbook", description: "A workbook of pets.", omits: ["csv"], requires: ["workbook"] },
    ),
  });
/** See the schema of the same name. */
export type PetImport = z.infer<typeof PetImport>;

const counts = {
  rows: z
    .int()
    .min(0)
    .meta({ description: "The rows of the file, without its header.", examples: [2] }),
  imported: z
    .int()
    .min(0)
    .meta({ description: "The pets that were created; in a dry run, the rows that can be imported.", examples: [1] }),
  updated: z
    .int()
    .min(0)
    .meta({
      description:
        "The number of rows whose pets existed already, whether the row changed them or not; 0 without `update`.",
      examples: [0],
    }),
  bad: z
    .int()
    .min(0)
    .meta({ description: "The rows that cannot be imported.", examples: [1] }),
  categories: z
    .strictObject({
      all: z
        .int()
        .min(0)
        .meta({ description: "The categories of the imported pets.", examples: [1] }),
      new: z
        .int()
        .min(0)
        .meta({ description: "How many of these categories the import creates.", examples: [1] }),
    })
    .meta({ description: "How many categories the imported pets have." }),
  badRows: z
    .array(BadRow)
    .max(MAX_LISTED_BAD_ROWS)
    .meta({
      description: `The first ${MAX_LISTED_BAD_ROWS.toLocaleString("en")} bad rows, in the file's order; fewer if their problems take more than four megabytes.`,
    }),
  problems: z
    .array(ProblemGroup)
    .max(MAX_PROBLEM_GROUPS)
    .meta({
      description: `The problems of all bad rows, grouped by column, code and parameters: the ${MAX_PROBLEM_GROUPS} most frequent, beginning with the one that most rows have.`,
    }),
  moreProblems: z
    .int()
    .min(0)
    .meta({ description: "The problems that are in none of the groups of `problems`.", examples: [0] }),
};

/** The result of an import. */
export const PetImportResult = z
  .strictObject(counts)
  .meta({ id: "PetImportResult", description: "The result of an import." });
/** See the schema of the same name. */
export type PetImportResult = z.infer<typeof PetImportResult>;

const PreviewedPet = z
  .strictObject({
    line: BadRow.shape.line,
    name: PetName.meta({ description: "The name of the pet.", examples: ["Rex"] }),
    categoryId: Id.nullable().meta({
      description: "The id of the category; null if the import would create it.",
      examples: [2],
    }),
    categoryName: z
      .string()
      .nullable()
      .meta({
        description: "The name of the category, or of the one that the import would create; null if it has none.",
        examples: ["Dog"],
      }),
    status: PetStatus,
    ...csvTexts,
    profile: Profile.pick({ externalId: true, attributes: true })
      .nullable()
      .meta({
        description: "Its profile; null if the file has no columns of one.",
        examples: [{ externalId: profile.externalId, attributes: profile.attributes }],
      }),
  })
  .meta({ id: "PreviewedPet", description: "A pet as an import would create it." });

/** A dry run counts the different values of a column that an import ignores up to this number. */
export const MAX_COUNTED_VALUES = 20;

/** A column that an import ignores, and the attribute that its values would belong to. */
const UnknownColumn = z
  .strictObject({
    column: z.string().meta({ description: "The name of the column.", examples: ["Size"] }),
    attribute: Attribute.pick({ name: true, label: true, type: true, decimals: true, options: true }).meta({
      description:
        "A body for `createAttribute`: its type fits all values of the column. The type `text` fits those of a `choice`, too.",
    }),
    reason: z
      .strictObject({
        rows: z
          .int()
          .min(0)
          .meta({ description: "The rows that have a value in the column.", examples: [40] }),
        values: z
          .int()
          .min(0)
          .nullable()
          .meta({
            description: `How many different values they have; null for more than ${MAX_COUNTED_VALUES}.`,
            examples: [3],
          }),
      })
      .meta({
        description:
          "What the type was concluded from. It is a `choice` only if a few values repeat in many rows, and a later file may have others.",
      }),
  })
  .meta({ id: "UnknownColumn", description: "A column that an import ignores, and an attribute for it." });

/** The maximum number of different values of a column that a dry run lists. */
export const MAX_LISTED_VALUES = 100;

const ImportedValue = z
  .strictObject({
    value: z
      .string()
      .max(MAX_VALUE_LENGTH)
      .meta({ description: "The value as it is first written in the file.", examples: ["Neutered Male"] }),
    count: z
      .int()
      .min(1)
      .meta({ description: "The number of rows that have it, in any spelling that matches.", examples: [12] }),
    sets: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({
        description:
          "The attribute values that it sets, by the names of the attributes; null if it has no known meaning, so that its rows are bad until `valueMaps` maps it.",
        examples: [{ sex: "male", neutered: true }],
      }),
  })
  .meta({ id: "ImportedValue", description: "A value of a column, and what it means to an import." });

const ImportedValues = z
  .strictObject({
    column: z.string().meta({ description: "The name of the column.", examples: ["Gender"] }),
    attribute: AttributeName.nullable().meta({
      description: "The name of the attribute whose column it is; null if it only has a map of its values.",
      examples: ["sex"],
    }),
    hasMore: z.boolean().meta({ description: "Whether the file has more values than those that are listed." }),
    values: z
      .array(ImportedValue)
      .max(MAX_LISTED_VALUES)
      .meta({
        description: `Lists at most ${MAX_LISTED_VALUES} different values: first those without a known meaning, then the more frequent ones. Empty cells are left out, and so are values of more than ${MAX_VALUE_LENGTH} characters.`,
      }),
  })
  .meta({ id: "ImportedValues", description: "The different values of a column." });

/** The maximum number of sheets of a workbook that a dry run lists. */
export const MAX_LISTED_SHEETS = 1_000;
const MAX_TABLE_COLUMNS = 1_000;
const sheetNames = (description: string, example: string) =>
  z
    .array(z.string())
    .max(MAX_LISTED_SHEETS)
    .meta({ description, examples: [[example]] });

/** How the import reads the file, so that a person can see and change it. */
const ImportedTable = z
  .strictObject({
    headerLine: z
      .int()
      .min(1)
      .meta({ description: "The line that names the columns.", examples: [1] }),
    columns: z
      .array(z.string())
      .max(MAX_TABLE_COLUMNS)
      .meta({ description: "The names of the columns, each of them once.", examples: [["name", "species"]] }),
    delimiter: z
      .enum(delimiterNames)
      .nullable()
      .meta({ description: "What separates the values of CSV; null for a workbook.", examples: ["comma"] }),
    workbook: z
      .strictObject({
        sheet: z.string().meta({ description: "The sheet that is read.", examples: ["Animals"] }),
        sheets: sheetNames("The sheets that are not hidden, in their order.", "Animals"),
        hiddenSheets: sheetNames("The hidden sheets.", "Lists"),
        hiddenRows: z
          .int()
          .min(0)
          .meta({ description: "The rows with values that are hidden in the sheet.", examples: [0] }),
      })
      .nullable()
      .meta({ description: "What is in the workbook; null for CSV." }),
  })
  .meta({ id: "ImportedTable", description: "How an import reads the file." });

const plannedValue = (description: string, example: unknown) => z.unknown().meta({ description, examples: [example] });

/** A value that an import would change. */
const PlannedChange = z
  .strictObject({
    line: BadRow.shape.line,
    petId: Id.meta({ description: "The pet that has the `externalId` of the row.", examples: [1] }),
    field: z.string().meta({
      description: `The field of the pet; \`category\` stands for \`categoryId\`, and an attribute has \`${ATTRIBUTE_COLUMN}\` before its name.`,
      examples: [`${ATTRIBUTE_COLUMN}breed`],
    }),
    before: plannedValue(
      "The value that is stored; null if there is none. A category has its name, or its id if it has none.",
      "Collie",
    ),
    after: plannedValue("The value that the import would store; null if it would clear it.", "Border Collie"),
  })
  .meta({ id: "PlannedChange", description: "A value of a pet that an import would change." });

const PlannedChanges = z
  .strictObject({
    values: z
      .int()
      .min(0)
      .meta({ description: "The number of values that would change.", examples: [1] }),
    pets: z
      .int()
      .min(0)
      .meta({ description: "The number of pets to which they belong.", examples: [1] }),
    first: z
      .array(PlannedChange)
      .max(MAX_PREVIEWED_CHANGES)
      .meta({ description: `The first ${MAX_PREVIEWED_CHANGES} of them, in the file's order.` }),
  })
  .meta({ id: "PlannedChanges", description: "What an import with `update` would change in existing pets." });

/** The result of the dry run of an import. */
export const PetImportDryRun = z
  .strictObject({
    ...counts,
    table: ImportedTable,
    pets: z
      .array(PreviewedPet)
      .max(MAX_PREVIEWED_PETS)
      .meta({ description: `The first ${MAX_PREVIEWED_PETS} pets, as the import would create them.` }),
    values: z
      .array(ImportedValues)
      .max(MAX_ATTRIBUTES + MAX_MAPPED_COLUMNS)
      .meta({
        description:
          "The different values of each column of an attribute of type `choice`, `choices` or `boolean`, and of each column in `valueMaps`, in the file's order.",
      }),
    changes: PlannedChanges,
    unknownColumns: z
      .array(UnknownColumn)
      .max(MAX_ATTRIBUTES)
      .meta({
        description: `The first ${MAX_ATTRIBUTES} columns that have values and that the import ignores, except those that only exports have, in the file's order.`,
      }),
  })
  .meta({ id: "PetImportDryRun", description: "The result of the dry run of an import." });
/** See the schema of the same name. */
export type PetImportDryRun = z.infer<typeof PetImportDryRun>;
