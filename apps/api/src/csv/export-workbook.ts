import { ATTRIBUTE_COLUMN, type Attribute, csvColumns } from "@petstore/contract/routes";
import {
  type CellValue,
  createSheetXml,
  MAX_SHEET_ROWS,
  type SheetColumn,
  type WriteBytes,
  writeWorkbook,
} from "@petstore/tables/write-workbook";
import type pg from "pg";
import { type CatalogueExport, exportCatalogue, type ExportFormat } from "./export-catalogue.js";
import { cellReader, toCell } from "./profile-cells.js";

/** The maximum number of pets in a workbook. One of its rows is needed for the names of the columns. */
export const MAX_WORKBOOK_PETS = MAX_SHEET_ROWS - 1;

const idColumns: readonly string[] = ["id", "categoryId"];

/** Values of other types are texts. */
const kinds: Readonly<Record<string, SheetColumn["kind"]>> = { number: "number", date: "date", boolean: "boolean" };

/**
 * Returns the label of an option, which people read, or its value if an import would take the label for another option.
 */
const labelWriter = (one: Attribute) => {
  const read = cellReader({ ...one, type: "choice" });
  const shown = new Map(one.options.map(({ value, label }) => [value, read(label) === value ? label : value]));
  return (value: unknown) => shown.get(String(value)) ?? value;
};

/** Writes the values of an attribute as cells that an import reads as the same values. */
const cellWriter = (one: Attribute): ((value: unknown) => CellValue) => {
  const toLabel = labelWriter(one);
  switch (one.type) {
    case "number":
    case "boolean":
      return (value) => (typeof value === "number" || typeof value === "boolean" ? value : toCell(value));
    case "choice":
      return (value) => toCell(value === undefined ? value : toLabel(value));
    case "choices":
      return (value) => toCell(Array.isArray(value) ? value.map(toLabel) : value);
    default:
      return toCell;
  }
};

const sheet: ExportFormat = (attributes) => {
  const writers = (attributes ?? []).map((one) => ({ id: one.id, write: cellWriter(one) }));
  const { head, rowsOf } = createSheetXml([
    ...csvColumns.map((label) => ({ label, kind: idColumns.includes(label) ? "number" : "text" }) as const),
    ...(attributes === undefined ? [] : [{ label: "externalId", kind: "text" } as const]),
    ...(attributes ?? []).map((one) => ({ label: ATTRIBUTE_COLUMN + one.name, kind: kinds[one.type] ?? "text" })),
  ]);
  return {
    head,
    linesOf: (rows) =>
      rowsOf(
        rows.map((row) => [
          ...csvColumns.map((column) => (idColumns.includes(column) ? Number(row[column]) : row[column])),
          ...(attributes === undefined ? [] : [row.profile?.[0] ?? null]),
          ...writers.map(({ id, write }) => write(row.profile?.[1][id])),
        ]),
      ),
  };
};

type WorkbookExport = Omit<CatalogueExport, "format" | "limit"> & {
  /** Returns the error if there are more pets than a sheet has rows. */
  readonly refuse: () => Error;
};

/** Writes an export as an .xlsx workbook. It works as `exportCatalogue` does. */
export const exportWorkbook = (pool: pg.Pool, write: WriteBytes, { refuse, ...options }: WorkbookExport) =>
  writeWorkbook(write, "Pets", (piece) =>
    exportCatalogue(pool, piece, { ...options, format: sheet, limit: { rows: MAX_WORKBOOK_PETS, refuse } }),
  );
