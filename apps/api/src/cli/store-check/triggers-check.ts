import { type Problem, problem, type StoreCheck } from "./check.js";
import { withOurTables } from "./our-tables.js";
import { type TriggerState, triggers } from "./schema-objects.js";

type Table = { readonly root: string; readonly table: string };
type Found = Table & {
  readonly trigger: string;
  readonly constraint: string | null;
  readonly isInternal: boolean;
  readonly state: TriggerState | "D" | "R";
};

const selectTables = `${withOurTables} SELECT root, quote_ident(name) AS table FROM ours ORDER BY name`;

const selectTriggers = `${withOurTables}
  SELECT root, quote_ident(ours.name) AS table, tgname::text AS trigger, tgisinternal AS "isInternal",
    quote_ident(conname) AS constraint, tgenabled AS state
  FROM pg_trigger JOIN ours ON tgrelid = ours.oid LEFT JOIN pg_constraint ON pg_constraint.oid = tgconstraint
  ORDER BY ours.name, tgname`;

const enable = (table: string, trigger: string, state: TriggerState) =>
  `ALTER TABLE ${table} ENABLE ${state === "A" ? "ALWAYS " : ""}TRIGGER ${trigger}`;

/** An insert names the parent table and never a partition, so this trigger exists on the parent table. */
const INSERTS = "audit_event_is_pending";

const findOurs = (tables: readonly Table[], found: readonly Found[]): readonly Problem[] => {
  const states = new Map(found.map(({ table, trigger, state }) => [`${table}.${trigger}`, state]));
  const wanted = tables.flatMap(({ root, table }) =>
    triggers
      .filter((one) => one.table === root && (table === root || one.trigger !== INSERTS))
      .map(({ trigger, state }) => ({ table, trigger, state })),
  );
  return wanted.flatMap(({ table, trigger, state }) => {
    const place = `${table}.${trigger}`;
    const actual = states.get(place);
    if (actual === undefined) {
      const remedy = "create it with the statement in its migration (apps/api/prisma/migrations)";
      return [problem(place, "the trigger is missing", remedy)];
    }
    if (actual === state || actual === "A") return [];
    const rule = actual === "D" ? "the trigger is disabled" : "the trigger does not fire for all writers";
    return [problem(place, rule, enable(table, trigger, state))];
  });
};

/** PostgreSQL enforces a foreign key with triggers, two on each of its two tables. */
const findForeignKeys = (found: readonly Found[]): readonly Problem[] => {
  const disabled = found.filter(({ isInternal, state }) => isInternal && (state === "D" || state === "R"));
  const places = new Map(disabled.map(({ table, constraint }) => [`${table}.${constraint}`, table]));
  return [...places].map(([place, table]) =>
    problem(place, "a trigger that enforces the constraint is disabled", `ALTER TABLE ${table} ENABLE TRIGGER ALL`),
  );
};

export const triggersCheck: StoreCheck = {
  name: "triggers",
  verifies: "Every trigger exists and fires, also on partitions, and foreign keys are enforced.",
  run: async (query) => {
    const tables = await query<Table>(selectTables, []);
    const found = await query<Found>(selectTriggers, []);
    return [...findOurs(tables, found), ...findForeignKeys(found)];
  },
};
