import { AuditEvent } from "@petstore/contract/routes";
import { storedEventColumns, type AuditEventRow, toAuditEvent } from "../../audit/audit-event-row.js";
import type { Query } from "../../database/query.js";
import type { StoreCheck } from "./check.js";
import { createFaultList } from "./fault-list.js";
import { readRows } from "./read-rows.js";

const BATCH_ROWS = 1_000;
/** The tolerance allows for a server whose clock was set back. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const EARLIEST = Date.parse("2000-01-01T00:00:00Z");

const remedy =
  "restore the event from a backup; only a superuser who disabled the triggers could have written this row";

/** Tells whether the states before and after match the action. */
const hasRightStates = ({ action, before, after }: AuditEvent): boolean => {
  if (action.endsWith(".create") || action.endsWith(".restore")) return before === null && after !== null;
  if (action.endsWith(".delete")) return before !== null && after === null;
  return !action.endsWith(".update") || (before !== null && after !== null);
};

const isPlausible = (at: unknown, now: number): boolean =>
  at instanceof Date && at.getTime() >= EARLIEST && at.getTime() <= now + CLOCK_TOLERANCE_MS;

/** Finds the rules of the API that a row breaks. A page of the API that contains this row would fail. */
const rulesBrokenBy = (row: AuditEventRow, now: number): readonly (readonly [column: string, rule: string])[] => {
  if (!isPlausible(row.at, now)) return [["at", "is a time in the future or before 2000"]];
  const event = AuditEvent.safeParse(toAuditEvent(row));
  if (!event.success) {
    const fields = [...new Set(event.error.issues.map(({ path }) => path.join(".")))];
    return [[fields.join(", "), "does not match the schema AuditEvent of the contract"]];
  }
  const { action, subject } = event.data;
  if (!action.startsWith(`${subject.kind}.`)) return [["action", "is not an action on a subject of this kind"]];
  return hasRightStates(event.data) ? [] : [["before, after", "do not fit the action"]];
};

const estimate = async (query: Query): Promise<number> => {
  const [row] = await query<{ rows: number }>(
    `SELECT sum(greatest(reltuples, 0))::float AS rows FROM pg_class
     WHERE oid = 'audit_event'::regclass OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'audit_event'::regclass)`,
    [],
  );
  return Math.max(row?.rows ?? 0, 1);
};

export const auditTrailCheck: StoreCheck = {
  name: "audit trail",
  verifies: "Every event has a plausible time and the shape that the contract requires.",
  run: async (query, onProgress) => {
    const faults = createFaultList();
    const total = await estimate(query);
    const [clock] = await query<{ now: Date }>("SELECT clock_timestamp() AS now", []);
    const now = clock?.now.getTime() ?? 0;
    let read = 0;
    const select = `SELECT ${storedEventColumns.text} FROM audit_event`;
    const fetch = (sql: string) => query<AuditEventRow>(sql, []);
    await readRows(fetch, { name: "events", select, batchSize: BATCH_ROWS }, (rows) => {
      for (const row of rows) {
        for (const [column, rule] of rulesBrokenBy(row, now)) {
          faults.add({ place: `audit_event: ${column}`, rule, remedy }, `event ${row.id}`);
        }
      }
      read += rows.length;
      onProgress(Math.min(read / total, 1));
    });
    return faults.problems();
  },
};
