import type { AuditAction, AuditEvent, SubjectKind } from "@petstore/contract/routes";
import { type AuditEvent as Stored, Prisma } from "../generated/client.js";

export type AuditEventRow = Pick<Stored, "at" | "actorKind" | "actorName"> & {
  readonly id: string;
  readonly actorId: string | null;
  readonly action: AuditAction;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string | null;
  readonly before: AuditEvent["before"];
  readonly after: AuditEvent["after"];
};

const columnsWith = (actorName: Prisma.Sql) => Prisma.sql`id, at, actor_kind AS "actorKind", actor_id AS "actorId",
  ${actorName} AS "actorName", action, subject_kind AS "subjectKind", subject_id AS "subjectId", before, after`;

export const auditEventColumns = columnsWith(Prisma.sql`actor_name`);

/** The columns without the addresses that accounts sign in with, which are the names in their events. */
export const historyColumns = columnsWith(Prisma.sql`CASE WHEN actor_kind = 'account'
  THEN coalesce((SELECT account.name FROM account WHERE account.id = actor_id), 'account ' || actor_id)
  ELSE actor_name END`);

const toId = (id: string | null) => (id === null ? null : Number(id));

export const toAuditEvent = (row: AuditEventRow): AuditEvent => ({
  id: Number(row.id),
  at: row.at.toISOString(),
  actor: { kind: row.actorKind, id: toId(row.actorId), name: row.actorName },
  action: row.action,
  subject: { kind: row.subjectKind, id: toId(row.subjectId) },
  before: row.before,
  after: row.after,
});
