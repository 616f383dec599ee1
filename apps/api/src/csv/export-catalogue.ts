import { stringify } from "csv-stringify/sync";
import type pg from "pg";
import { spreadsheetSafe } from "./spreadsheet-safe.js";
import { inTransaction } from "./transaction.js";

const BATCH_ROWS = 5_000;

const EXPORT_COLUMNS = ["id", "name", "categoryId", "category", "status"] as const;

type ExportRow = Record<(typeof EXPORT_COLUMNS)[number], string | null>;

export type CatalogueExport = {
  readonly signal: AbortSignal;
  readonly onRows: (count: number) => void;
  /** Escapes values that a spreadsheet would run as formulas; otherwise values are exact. */
  readonly isSpreadsheetSafe?: boolean;
};

/** Writes one snapshot as CSV (RFC 4180, with LF). @param write - Resolves when it accepts more lines. */
export const exportCatalogue = (
  pool: pg.Pool,
  write: (text: string) => Promise<void>,
  { signal, onRows, isSpreadsheetSafe = false }: CatalogueExport,
): Promise<number> =>
  inTransaction(pool, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", async (query) => {
    await write(stringify([EXPORT_COLUMNS]));
    const toCell = isSpreadsheetSafe ? spreadsheetSafe : (value: string | null) => value;
    let count = 0;
    for (let after: string | null | undefined = "0"; after !== undefined; ) {
      const rows: ExportRow[] = await query<ExportRow>(
        // With a join, the planner could read all categories for each batch.
        `SELECT id, name, category_id AS "categoryId", status,
           (SELECT name FROM category WHERE category.id = category_id) AS category
         FROM pet WHERE id > $1 ORDER BY id LIMIT ${BATCH_ROWS}`,
        [after],
      );
      signal.throwIfAborted();
      await write(stringify(rows.map((row) => EXPORT_COLUMNS.map((column) => toCell(row[column])))));
      count += rows.length;
      onRows(count);
      after = rows.at(-1)?.id;
    }
    return count;
  });
