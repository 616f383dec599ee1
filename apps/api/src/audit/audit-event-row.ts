import type { AuditAction, AuditEvent, SubjectKind } from "@petstore/contract";
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

export const auditEventColumns = Prisma.sql`id, at, actor_kind AS "actorKind", actor_id AS "actorId",
  actor_name AS "actorName", action, subject_kind AS "subjectKind", subject_id AS "subjectId", before, after`;

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
