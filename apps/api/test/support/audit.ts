import { auditEventColumns, type AuditEventRow, toAuditEvent } from "../../src/audit/audit-event-row.js";
import { Prisma } from "../../src/generated/client.js";
import type { TestDatabase } from "./test-database.js";

type Database = Pick<TestDatabase, "pool">;

/** Returns the id of the newest audit event, or 0 if there is none. */
export const lastEventId = async ({ pool }: Database): Promise<number> =>
  Number((await pool.query("SELECT coalesce(max(id), 0) AS id FROM audit_event")).rows[0].id);

/**
 * Returns the audit events after this id, the oldest first, in the form of the API but without the actions that they
 * belong to, and with an order only if there is one.
 */
export const eventsSince = async ({ pool }: Database, id: number) =>
  (
    await pool.query<AuditEventRow>(
      Prisma.sql`SELECT ${auditEventColumns} FROM audit_event WHERE id > ${id}::bigint ORDER BY id`,
    )
  ).rows
    .map(toAuditEvent)
    .map(({ actionId: _, orderId, ...event }) => ({ ...event, ...(orderId !== null && { orderId }) }));

/** Makes a table refuse new rows, as if the disk were full. @returns A function that ends this. */
export const refuseInserts = async ({ pool }: Database, table: "audit_event" | "stored_outcome") => {
  await pool.query(`CREATE FUNCTION refuse_insert() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = 'disk_full'; END $$`);
  await pool.query(`CREATE TRIGGER refuse_insert BEFORE INSERT ON ${table} EXECUTE FUNCTION refuse_insert()`);
  return () => pool.query("DROP FUNCTION refuse_insert CASCADE");
};
