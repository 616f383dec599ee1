import {
  ATTRIBUTE_COLUMN,
  type Attribute,
  attributeWords,
  columnWords,
  csvColumns,
  foldColumn,
  type PetImportDryRun,
} from "@petstore/contract/routes";
import { createShape, type CsvRecord, type TableHeader } from "@petstore/tables";
import { OperatorError } from "../config/operator-error.js";
import { createCodeWatch } from "./codes.js";
import { findColumnFormats } from "./column-formats.js";
import { createColumnValues } from "./column-values.js";
import { createGuesses } from "./guess-attributes.js";
import { type ColumnNames, findColumns, type ImportColumns } from "./import-columns.js";
import { createRowReader, type ImportRow, type StatusMap } from "./import-row.js";
import type { CellFormat } from "./profile-cells.js";
import { explainTableError } from "./read-table.js";
import { type BadRow, recordProblem, sentenceOf } from "./row-problems.js";
import { valueColumnsOf } from "./value-columns.js";

export type ImportFormat = {
  readonly source: string;
  /** The line that names the columns. If it is undefined, the import looks for the header. */
  readonly headerLine?: number | undefined;
  /**
   * How dates and numbers are written. If a setting is missing, the import finds it by reading the file {@link again}.
   */
  readonly formats?: CellFormat | undefined;
  /** Reads the file from its start; undefined if it can be read only once. */
  readonly again?: (() => AsyncIterable<CsvRecord[]>) | undefined;
  readonly columns: ColumnNames;
  readonly statusMap?: StatusMap | undefined;
  /** The attributes that the store defines. */
  readonly attributes: readonly Attribute[];
  /** True for a dry run, which also examines columns that the import ignores, and proposes attributes for them. */
  readonly isDryRun: boolean;
};

type BatchColumns = ImportColumns & {
  /** The attributes that have no column of their own but can be filled by other columns. */
  readonly filled: readonly Attribute[];
};

export type Batch = {
  readonly rows: ImportRow[];
  readonly bad: BadRow[];
  readonly header: TableHeader;
  /** The columns of the file. */
  readonly columns: BatchColumns;
  /** Guesses the types of the ignored columns from the part of the file that was read. */
  readonly guess: () => PetImportDryRun["unknownColumns"];
  /** Lists the values of the columns whose values have meanings, as far as the file was read. */
  readonly values: () => PetImportDryRun["values"];
};

const BATCH_ROWS = 5_000;
/** A batch is also full once its fields have this many characters, because a single row may have a million. */
const BATCH_LENGTH = 4_000_000;

const lengthOf = ({ fields }: CsvRecord) => fields.reduce((sum, field) => sum + field.length, 0);

const readHeader = async (header: TableHeader, format: ImportFormat) => {
  const { source, columns: names, statusMap, attributes, isDryRun } = format;
  if (header.problem !== undefined)
    throw new OperatorError(
      "invalid_file",
      `${source}: the header ${sentenceOf(recordProblem(header.problem))};`,
      "correct it.",
    );
  const found = findColumns(header, names, source, attributes);
  const guesses = createGuesses(isDryRun ? found.unknown : [], attributes);
  const formatOf = await findColumnFormats(format.again, header.line, found, format.formats ?? {});
  const valueColumns = valueColumnsOf(found, names.ofValues?.maps ?? {}, formatOf, attributes);
  const values = createColumnValues(isDryRun ? valueColumns : []);
  const readRow = createRowReader(found, statusMap, formatOf, valueColumns);
  const codes = createCodeWatch(found);
  const own = new Set(found.attributes.map(([{ name }]) => name));
  const columns: BatchColumns = {
    ...found,
    filled: attributes.filter(({ name }) => !own.has(name) && valueColumns.some(({ others }) => others.has(name))),
  };
  return {
    note: codes.note,
    read: (record: CsvRecord): ImportRow | BadRow => {
      if (record.problem !== undefined) return readRow(record);
      guesses.add(record.fields);
      values.add(record.fields);
      const problems = codes.problemsOf(record.fields);
      const row = readRow(record);
      if (problems.length === 0) return row;
      return { line: record.line, problems: [...problems, ...("problems" in row ? row.problems : [])] };
    },
    newBatch: (): Batch => ({ rows: [], bad: [], header, columns, guess: guesses.result, values: values.result }),
  };
};

/** The columns that an import finds by their names, as {@link foldColumn} returns them. */
const knownLabels = ({
  columns: { ofAttributes = {}, ofValues, settingOf: _, isStatusNeeded: __, ...ofPet },
  attributes,
}: ImportFormat) =>
  new Set(
    [
      ...csvColumns,
      "externalId",
      ...Object.values(ofPet),
      ...Object.values(ofAttributes),
      ...Object.keys(ofValues?.maps ?? {}),
      ...Object.values(columnWords).flat(),
      ...attributes.flatMap(({ name, label }) => [
        name,
        label,
        ATTRIBUTE_COLUMN + name,
        ...(attributeWords[name] ?? []),
      ]),
    ]
      .map((label) => foldColumn(String(label)))
      // If an attribute has no column, the name of its column is empty.
      .filter((label) => label !== ""),
  );

export const readBatches = async function* (
  records: AsyncIterable<CsvRecord[]>,
  format: ImportFormat,
): AsyncGenerator<Batch, void> {
  const known = knownLabels(format);
  const shape = createShape({ headerLine: format.headerLine, isKnown: (label) => known.has(foldColumn(label)) });
  let header: Awaited<ReturnType<typeof readHeader>> | undefined;
  let batch: Batch | undefined;
  let length = 0;
  const take = async (rows: readonly CsvRecord[]): Promise<Batch | undefined> => {
    const found = shape.header();
    if (found === undefined) return undefined;
    header ??= await readHeader(found, format);
    batch ??= header.newBatch();
    header.note(rows);
    for (const record of rows) {
      length += lengthOf(record);
      const row = header.read(record);
      if ("problems" in row) batch.bad.push(row);
      else batch.rows.push(row);
    }
    return batch;
  };
  try {
    for await (const some of records) {
      const taken = await take(shape.add(some));
      if (taken === undefined) continue;
      if (taken.rows.length + taken.bad.length < BATCH_ROWS && length < BATCH_LENGTH) continue;
      yield taken;
      batch = undefined;
      length = 0;
    }
    const last = await take(shape.end());
    if (last !== undefined) yield last;
  } catch (error) {
    throw explainTableError(error, format.source);
  }
};
