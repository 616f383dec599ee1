import type { CsvRecord } from "@petstore/contract/csv";
import type { Attribute, PetImportDryRun } from "@petstore/contract/routes";
import { OperatorError } from "../config/operator-error.js";
import { createGuesses } from "./guess-attributes.js";
import { type ColumnNames, findColumns, type ImportColumns } from "./import-columns.js";
import { type BadRow, createRowReader, type ImportRow, type StatusMap } from "./import-row.js";

export type ImportFormat = {
  readonly source: string;
  readonly columns: ColumnNames;
  readonly statusMap?: StatusMap | undefined;
  /** The attributes that the store defines. */
  readonly attributes: readonly Attribute[];
  /** True for a dry run, which also examines columns that the import ignores, and proposes attributes for them. */
  readonly isDryRun: boolean;
};

export type Batch = {
  readonly rows: ImportRow[];
  readonly bad: BadRow[];
  /** The columns of the file. */
  readonly columns: Pick<ImportColumns, "attributes" | "texts">;
  /** Guesses the types of the ignored columns from the part of the file that was read. */
  readonly guess: () => PetImportDryRun["unknownColumns"];
};

const BATCH_ROWS = 5_000;
/** A batch is also full once its fields have this many characters, because a single row may have a million. */
const BATCH_LENGTH = 4_000_000;

const lengthOf = ({ fields }: CsvRecord) => fields.reduce((sum, field) => sum + field.length, 0);

const readHeader = ({ fields, problem }: CsvRecord, format: ImportFormat) => {
  const { source, columns: names, statusMap, attributes, isDryRun } = format;
  if (problem !== undefined)
    throw new OperatorError("invalid_file", `${source}: the header ${problem};`, "correct it.");
  const columns = findColumns(fields, names, source, attributes);
  const guesses = createGuesses(isDryRun ? columns.unknown : [], attributes);
  const readRow = createRowReader(columns, statusMap);
  return {
    read: (record: CsvRecord) => {
      guesses.add(record.fields);
      return readRow(record);
    },
    newBatch: (): Batch => ({ rows: [], bad: [], columns, guess: guesses.result }),
  };
};

export const readBatches = async function* (
  records: AsyncIterable<CsvRecord[]>,
  format: ImportFormat,
): AsyncGenerator<Batch, void> {
  let header: ReturnType<typeof readHeader> | undefined;
  let batch: Batch | undefined;
  let length = 0;
  for await (const some of records) {
    for (const record of some) {
      if (header === undefined || batch === undefined) {
        header = readHeader(record, format);
        batch = header.newBatch();
        continue;
      }
      length += lengthOf(record);
      const row = header.read(record);
      if ("problem" in row) batch.bad.push(row);
      else batch.rows.push(row);
    }
    if (header === undefined || batch === undefined) continue;
    if (batch.rows.length + batch.bad.length < BATCH_ROWS && length < BATCH_LENGTH) continue;
    yield batch;
    batch = header.newBatch();
    length = 0;
  }
  if (batch === undefined)
    throw new OperatorError("invalid_file", `${format.source} is empty;`, "its first line must name the columns.");
  yield batch;
};
