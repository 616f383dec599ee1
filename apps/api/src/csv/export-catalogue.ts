import type { Pet } from "@petstore/contract";
import { stringify } from "csv-stringify/sync";
import type pg from "pg";
import type { Query } from "../database/query.js";
import { Prisma } from "../generated/client.js";
import { type PetRow, toPet } from "../operation/pet-row.js";
import { spreadsheetSafe } from "./spreadsheet-safe.js";
import { inTransaction } from "./transaction.js";

const BATCH_ROWS = 1_000;

const EXPORT_COLUMNS = ["id", "name", "categoryId", "category", "status"] as const;

type ExportRow = PetRow & { readonly id: string; readonly categoryId: string; readonly category: string | null };

export type ExportFormat = {
  readonly head: string;
  readonly linesOf: (rows: readonly ExportRow[]) => string;
};

/** Of `pet`. With a join, the planner could read all categories first. */
export const exportColumns = Prisma.sql`id, name, category_id AS "categoryId", status,
  (SELECT name FROM category WHERE category.id = category_id) AS category`;

const allPets = Prisma.sql`SELECT ${exportColumns} FROM pet ORDER BY id`;

/** RFC 4180, with LF. @param isSpreadsheetSafe - Escapes values that a spreadsheet would run as formulas. */
export const csv = (isSpreadsheetSafe = false): ExportFormat => {
  const toCell = isSpreadsheetSafe ? spreadsheetSafe : (value: string | null) => value;
  const toCells = (row: ExportRow) => EXPORT_COLUMNS.map((column) => toCell(row[column]));
  return { head: stringify([EXPORT_COLUMNS]), linesOf: (rows) => stringify(rows.map(toCells)) };
};

/** A pet a line, as in the API. */
export const jsonLines: ExportFormat = {
  head: "",
  linesOf: (rows) => rows.map((row) => `${JSON.stringify(toPet(row) satisfies Pet)}\n`).join(""),
};

export type CatalogueExport = {
  readonly signal: AbortSignal;
  readonly onRows?: (count: number) => void;
  readonly format: ExportFormat;
  /** Selects `exportColumns` of `pet`: by default all pets, ordered by id. */
  readonly rows?: Prisma.Sql;
  /** As for `inTransaction`. */
  readonly settings?: readonly string[];
};

/** Does not wait for a statement whose result nobody wants: its connection can be closed at once. */
const unlessAborted = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });

/** A cursor runs the query once: no page has to find its place again, whatever the filters and the order. */
const openCursor = async (query: Query, { text, values }: Prisma.Sql) => {
  await query(`DECLARE export NO SCROLL CURSOR FOR ${text}`, values);
  return () => query<ExportRow>(`FETCH ${BATCH_ROWS} FROM export`, []);
};

/**
 * Writes one snapshot, first of all its first rows: a query that fails has written nothing.
 * @param write - Resolves when it accepts more lines.
 */
export const exportCatalogue = (
  pool: pg.Pool,
  write: (text: string) => Promise<void>,
  { signal, onRows, format, rows: selected = allPets, settings }: CatalogueExport,
): Promise<number> => {
  const exportWith = async (query: Query): Promise<number> => {
    const fetch = await openCursor(query, selected);
    let text = format.head;
    for (let count = 0; ; ) {
      const rows = await unlessAborted(fetch(), signal);
      text += format.linesOf(rows);
      if (text !== "") await write(text);
      text = "";
      count += rows.length;
      onRows?.(count);
      if (rows.length < BATCH_ROWS) return count;
    }
  };
  return inTransaction(pool, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", exportWith, settings);
};
