import { problem, type StoreCheck } from "./check.js";
import { withOurTables } from "./our-tables.js";

type Unproven = { readonly table: string; readonly constraint: string };

const select = `${withOurTables}
  SELECT quote_ident(ours.name) AS table, quote_ident(conname) AS constraint FROM pg_constraint JOIN ours ON conrelid = ours.oid
  WHERE NOT convalidated ORDER BY 1, 2`;

export const constraintsCheck: StoreCheck = {
  name: "constraints",
  verifies: "Every constraint is validated: no older row violates it.",
  run: async (query) =>
    (await query<Unproven>(select, [])).map(({ table, constraint }) =>
      problem(
        `${table}.${constraint}`,
        "the constraint is not validated, so older rows may violate it",
        `correct those rows, then ALTER TABLE ${table} VALIDATE CONSTRAINT ${constraint}`,
      ),
    ),
};
