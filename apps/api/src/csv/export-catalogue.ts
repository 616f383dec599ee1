import { csvColumns, type Pet } from "@petstore/contract/routes";
import { stringify } from "csv-stringify/sync";
import type pg from "pg";
import { Prisma } from "../generated/client.js";
import { petColumns, type PetRow, toPet } from "../pets/store/pet-table.js";
import { spreadsheetSafe } from "./spreadsheet-safe.js";
import { type RowStream, streamRows } from "./stream-rows.js";

type ExportRow = { readonly [Name in keyof PetRow]: PetRow[Name] & (string | null) } & {
  readonly category: string | null;
};

export type ExportFormat = {
  readonly head: string;
  readonly linesOf: (rows: readonly ExportRow[]) => string;
};

/** Columns of `pet` alone: with a join, the planner could read all categories first. */
export const exportColumns = Prisma.sql`${petColumns},
  (SELECT name FROM category WHERE category.id = category_id) AS category`;

const allPets = Prisma.sql`SELECT ${exportColumns} FROM pet ORDER BY id`;

/** RFC 4180, with LF. @param isSpreadsheetSafe - Escapes values that a spreadsheet would run as formulas. */
export const csv = (isSpreadsheetSafe = false): ExportFormat => {
  const toCell = isSpreadsheetSafe ? spreadsheetSafe : (value: string | null) => value;
  const toCells = (row: ExportRow) => csvColumns.map((column) => toCell(row[column]));
  return { head: stringify([[...csvColumns]]), linesOf: (rows) => stringify(rows.map(toCells)) };
};

/** A pet a line, as in the API. */
export const jsonLines: ExportFormat = {
  head: "",
  linesOf: (rows) => rows.map((row) => `${JSON.stringify(toPet(row) satisfies Pet)}\n`).join(""),
};

export type CatalogueExport = Pick<RowStream<ExportRow>, "signal" | "onRows" | "settings"> & {
  readonly format: ExportFormat;
  /** Selects `exportColumns` of `pet`: by default all pets, ordered by id. */
  readonly rows?: Prisma.Sql;
};

/** Writes CSV as `streamRows` writes rows. */
export const exportCatalogue = (
  pool: pg.Pool,
  write: (text: string) => Promise<void>,
  { format, rows = allPets, ...options }: CatalogueExport,
): Promise<number> => streamRows<ExportRow>(pool, write, { ...options, ...format, rows });
