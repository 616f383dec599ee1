import type { AuditAction, AuditEvent, SubjectKind } from "@petstore/contract/routes";
import { type AuditEvent as Stored, Prisma } from "../generated/client.js";
import { readRecordedState } from "../operation/recorded-state.js";

export type AuditEventRow = Pick<Stored, "at" | "actorKind" | "actorName"> & {
  readonly id: string;
  readonly actorId: string | null;
  readonly action: AuditAction;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string | null;
  readonly before: AuditEvent["before"];
  readonly after: AuditEvent["after"];
  /** The order that caused the event. A row with only {@link storedEventColumns} lacks this property. */
  readonly orderId?: string | null;
  readonly actionId?: string | null;
};

/**
 * Writes the id of an action as the contract defines it: the time and the id of the event that represents the action.
 */
export const writeActionId = (at: Date, id: string): string => `${at.getTime()}-${id}`;

export const readActionId = (actionId: string): { readonly at: Date; readonly id: string } => {
  const [ms, id = ""] = actionId.split("-");
  return { at: new Date(Number(ms)), id };
};

const actionId = Prisma.sql`(SELECT (extract(epoch FROM action.at) * 1000)::bigint || '-' || action.id
  FROM action WHERE action.id = action_id)`;

// An order and the status of its pet change in one transaction, whose events have the same time. So the order is looked
// up only if the event has changed the status.
const orderId = Prisma.sql`CASE WHEN action = 'pet.update' AND before ->> 'status' <> after ->> 'status' THEN (
    SELECT moved.subject_id FROM audit_event AS moved
    WHERE moved.action IN ('order.create', 'order.update') AND moved.at = audit_event.at
      AND moved.after -> 'petId' = to_jsonb(audit_event.subject_id)
      AND (moved.after ->> 'status', audit_event.after ->> 'status')
        IN (('placed', 'pending'), ('delivered', 'sold'), ('cancelled', 'available'))
    LIMIT 1) END`;

const columnsWith = (actorName: Prisma.Sql) => Prisma.sql`id, at, actor_kind AS "actorKind", actor_id AS "actorId",
  ${actorName} AS "actorName", action, subject_kind AS "subjectKind", subject_id AS "subjectId", before, after`;

/** The columns that the table itself has. */
export const storedEventColumns = columnsWith(Prisma.sql`actor_name`);

export const auditEventColumns = Prisma.sql`${storedEventColumns}, ${orderId} AS "orderId",
  ${actionId} AS "actionId"`;

/**
 * The columns for the history. They do not include the e-mail addresses of accounts, which the audit trail stores as
 * names of actors.
 */
export const historyColumns = Prisma.sql`${columnsWith(Prisma.sql`CASE WHEN actor_kind = 'account'
  THEN coalesce((SELECT account.name FROM account WHERE account.id = actor_id), 'account ' || actor_id)
  ELSE actor_name END`)}, ${orderId} AS "orderId", ${actionId} AS "actionId"`;

/** The size of the states in an event. It is needed because each state may be a whole profile. */
export const eventBytes = Prisma.sql`coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0)`;

const toId = (id: string | null) => (id === null ? null : Number(id));

export const toAuditEvent = (row: AuditEventRow): AuditEvent => ({
  id: Number(row.id),
  at: row.at.toISOString(),
  actor: { kind: row.actorKind, id: toId(row.actorId), name: row.actorName },
  action: row.action,
  subject: { kind: row.subjectKind, id: toId(row.subjectId) },
  before: readRecordedState(row.subjectKind, row.before),
  after: readRecordedState(row.subjectKind, row.after),
  orderId: toId(row.orderId ?? null),
  actionId: row.actionId ?? null,
});
