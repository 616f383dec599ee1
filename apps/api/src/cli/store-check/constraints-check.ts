import { type Problem, problem, type StoreCheck } from "./check.js";
import { findFaultyRows, findInTurn } from "./faulty-rows.js";
import { withOurTables } from "./our-tables.js";

type Unproven = {
  readonly table: string;
  readonly constraint: string;
  /** The condition of a CHECK, or null for another constraint. */
  readonly condition: string | null;
  /** The columns of the primary key. */
  readonly key: string | null;
};

const select = `${withOurTables}
  SELECT quote_ident(ours.name) AS table, quote_ident(conname) AS constraint,
    CASE contype WHEN 'c' THEN pg_get_expr(conbin, conrelid) END AS condition,
    (SELECT string_agg(quote_ident(attname), ', ' ORDER BY array_position(indkey, attnum))
     FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
     WHERE indrelid = ours.oid AND indisprimary) AS key
  FROM pg_constraint JOIN ours ON conrelid = ours.oid
  WHERE NOT convalidated ORDER BY 1, 2`;

/**
 * Finds the rows that violate a CHECK. For a foreign key it finds none, because the check of references reports them.
 */
const toFaultyRows = ({ table, constraint, condition, key }: Unproven) => ({
  place: `${table}.${constraint}`,
  rule: "the constraint is not validated, and these rows violate it, so changes to them cannot be saved",
  remedy: `correct them, then run ALTER TABLE ${table} VALIDATE CONSTRAINT ${constraint}`,
  select: `SELECT concat_ws(' ', '${table}', ${key ?? "ctid"}) AS example FROM ${table}
    WHERE NOT (${condition ?? "true"}) ORDER BY ${key ?? "ctid"}`,
});

const unvalidated = ({ table, constraint }: Unproven): Problem =>
  problem(
    `${table}.${constraint}`,
    "the constraint is not validated, so older rows may violate it",
    `correct those rows, then run ALTER TABLE ${table} VALIDATE CONSTRAINT ${constraint}`,
  );

export const constraintsCheck: StoreCheck = {
  name: "constraints",
  verifies: "Every constraint is validated: no older row violates it.",
  run: async (query, onProgress) =>
    findInTurn(
      await query<Unproven>(select, []),
      async (one) => {
        const faulty = await findFaultyRows(query, toFaultyRows(one));
        return faulty.length > 0 ? faulty : [unvalidated(one)];
      },
      onProgress,
    ),
};
