import type { CsvRecord } from "@petstore/contract/csv";
import { OperatorError } from "../config/operator-error.js";
import { type ColumnNames, findColumns } from "./import-columns.js";
import { type BadRow, createRowReader, type ImportRow, type StatusMap } from "./import-row.js";

export type ImportFormat = {
  readonly source: string;
  readonly columns: ColumnNames;
  readonly statusMap?: StatusMap | undefined;
};

export type Batch = { readonly rows: ImportRow[]; readonly bad: BadRow[] };

const BATCH_ROWS = 5_000;

const readHeader = ({ fields, problem }: CsvRecord, { source, columns, statusMap }: ImportFormat) => {
  if (problem !== undefined)
    throw new OperatorError("invalid_file", `${source}: the header ${problem};`, "correct it.");
  return createRowReader(findColumns(fields, columns, source), statusMap);
};

export const readBatches = async function* (
  records: AsyncIterable<CsvRecord[]>,
  format: ImportFormat,
): AsyncGenerator<Batch, void> {
  let read: ReturnType<typeof createRowReader> | undefined;
  let batch: Batch = { rows: [], bad: [] };
  for await (const some of records) {
    for (const record of some) {
      if (read === undefined) {
        read = readHeader(record, format);
        continue;
      }
      const row = read(record);
      if ("problem" in row) batch.bad.push(row);
      else batch.rows.push(row);
    }
    if (batch.rows.length + batch.bad.length < BATCH_ROWS) continue;
    yield batch;
    batch = { rows: [], bad: [] };
  }
  if (read === undefined)
    throw new OperatorError("invalid_file", `${format.source} is empty;`, "its first line must name the columns.");
  yield batch;
};
