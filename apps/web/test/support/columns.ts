import { type Columns, importFields } from "../../src/features/importing/import-fields";

/** The columns of an import in which no column is chosen yet. */
export const noColumns = Object.fromEntries(
  [...importFields.map(({ column }) => column), "fallbackName"].map((column) => [column, ""]),
) as Columns;
