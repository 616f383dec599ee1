import { createDateEvidence, createNumberEvidence, createShape, type CsvRecord } from "@petstore/tables";
import type { Column, ImportColumns } from "./import-columns.js";
import type { CellFormat } from "./profile-cells.js";

type Evidence = { readonly add: (cell: string) => void; readonly format: () => CellFormat };

const evidenceOf = ([{ type, unit }]: ImportColumns["attributes"][number], given: CellFormat): Evidence | undefined => {
  if (type === "date" && given.dates === undefined) {
    const { add, order } = createDateEvidence();
    return { add, format: () => ({ dates: order() }) };
  }
  if (type !== "number" || given.decimal !== undefined) return undefined;
  const { add, sign } = createNumberEvidence(unit);
  return { add, format: () => ({ decimal: sign() }) };
};

/**
 * Finds out how the dates and numbers of each column are written, by reading the file once before the import. Another
 * date of the same column shows the order of day and month in 03/04/2022; the order is never guessed.
 * @param again - Reads the file from its start; undefined if it can be read only once, such as a pipe.
 */
export const findColumnFormats = async (
  again: (() => AsyncIterable<CsvRecord[]>) | undefined,
  headerLine: number,
  { attributes }: Pick<ImportColumns, "attributes">,
  given: CellFormat,
): Promise<(column: Column) => CellFormat> => {
  const watched = attributes.flatMap((entry) => {
    const evidence = evidenceOf(entry, given);
    return evidence === undefined ? [] : [{ at: entry[1].at, ...evidence }];
  });
  if (watched.length === 0 || again === undefined) return () => given;
  const shape = createShape({ headerLine });
  const take = (rows: readonly CsvRecord[]): void => {
    for (const { fields } of rows) for (const { at, add } of watched) add(fields[at] ?? "");
  };
  for await (const records of again()) take(shape.add(records));
  take(shape.end());
  const formats = new Map(watched.map(({ at, format }) => [at, { ...given, ...format() }]));
  return ({ at }) => formats.get(at) ?? given;
};
