import {
  type Action,
  historyKinds,
  type LeftByUndo,
  RESTORE_DAYS,
  scopeToUndo,
  subjectKinds,
  type UndoJob,
  whyNotByNature,
  type WhyNoUndo,
} from "@petstore/contract/routes";
import { escapeLiteral } from "pg";
import { includesScope } from "../credentials/scopes.js";
import type { Query } from "../database/query.js";
import { Prisma } from "../generated/client.js";
import type { StoredPart } from "../operation/action-parts.js";
import type { Principal } from "../operation/principal.js";
import { type AuditEventRow, historyColumns, readActionId, toAuditEvent, writeActionId } from "./audit-event-row.js";
import { endedEarly } from "./ended-early.js";
import { DAY_MS } from "./local-days.js";

/** These are the conditions of the index audit_event_actions_idx. */
export const isAction = Prisma.raw(
  `(action_id IS NULL OR action_id = id) AND subject_kind NOT IN (${subjectKinds
    .filter((kind) => !historyKinds.some((one) => one === kind))
    .map(escapeLiteral)
    .join(", ")})`,
);

const jobJson = (more: Prisma.Sql) => Prisma.sql`(SELECT jsonb_build_object(
    'status', CASE WHEN job.status = 'running' AND EXISTS (SELECT FROM job_step
      WHERE kind = 'undo' AND job_id = job.id AND waiting_since IS NOT NULL) THEN 'waiting'
      WHEN ${Prisma.raw(endedEarly)} THEN 'stopped' ELSE job.status END, 'done', job.done, 'leftCount', job.left, 'total', job.total, 'startedAt', job.started_at,
    'subject', CASE WHEN job.subject_kind IS NOT NULL THEN jsonb_build_object('kind', job.subject_kind, 'id', job.subject_id) END,
    'finishedAt', job.finished_at, 'undoId', of_undo.id::text, 'undoAt', of_undo.at${more})
  FROM action_undo AS job LEFT JOIN action AS of_undo ON of_undo.account_id = job.account_id AND of_undo.key = job.key
  WHERE job.id = audit_event.id)`;

const columnsWith = (more: Prisma.Sql, accountId: bigint | undefined) => Prisma.sql`${historyColumns},
  (SELECT jsonb_build_object('events', action.events, 'parts', action.parts) FROM action WHERE action.id = audit_event.id) AS many,
  ${jobJson(more)} AS job,
  (SELECT jsonb_build_object('id', undone.id::text, 'at', undone.at) FROM action JOIN action_undo AS undone
    ON undone.account_id = action.account_id AND undone.key = action.key WHERE action.id = audit_event.id) AS undoes,
  actor_id IS NOT NULL AND (actor_kind = 'account' AND actor_id = ${accountId ?? null}::bigint OR actor_kind = 'key'
    AND EXISTS (SELECT FROM api_key WHERE api_key.id = actor_id AND account_id = ${accountId ?? null}::bigint)) AS "isOwn"`;

/** @param viewer - The caller. A column says whether the action is the caller's own. */
export const actionColumns = (viewer: Principal | undefined): Prisma.Sql =>
  columnsWith(Prisma.empty, viewer?.account.id);

type JobRow = Pick<UndoJob, "done" | "leftCount" | "total" | "startedAt" | "finishedAt" | "subject"> & {
  readonly status: "running" | "waiting" | "stopped" | "done";
  readonly undoId: string | null;
  readonly undoAt: string | null;
  readonly left?: LeftByUndo[];
};

export type ActionRow = AuditEventRow & {
  /** The counts of an action with several events; null for an action that is a single event. */
  readonly many: { readonly events: number; readonly parts: readonly StoredPart[] } | null;
  readonly job: JobRow | null;
  /** The action that it undid; null if it is no undo. */
  readonly undoes: { readonly id: string; readonly at: string } | null;
  readonly isOwn: boolean;
};

const statusOf = (job: JobRow | null): "done" | "undoing" | "waiting" | "undone" | "partly_undone" => {
  if (job === null) return "done";
  if (job.status === "running") return "undoing";
  if (job.status === "waiting") return "waiting";
  if (job.status === "done" && job.leftCount === 0 && job.subject === null) return "undone";
  return job.done === 0 ? "done" : "partly_undone";
};

const toJob = ({ undoId, undoAt, status, ...job }: JobRow): UndoJob => ({
  subject: job.subject,
  status,
  done: job.done,
  leftCount: job.leftCount,
  total: job.total,
  startedAt: new Date(job.startedAt).toISOString(),
  finishedAt: job.finishedAt === null ? null : new Date(job.finishedAt).toISOString(),
  actionId: undoId === null || undoAt === null ? null : writeActionId(new Date(undoAt), undoId),
  left: job.left ?? null,
});

const isManager = ({ account }: Principal): boolean => account.role !== "clerk";

/** Says why this caller cannot undo the action; undefined if they can. */
const whyNotForViewer = (
  actions: readonly string[],
  isOwn: boolean,
  viewer: Principal | undefined,
): WhyNoUndo | undefined => {
  if (viewer === undefined || (!isOwn && !isManager(viewer))) return "not_yours";
  return includesScope(viewer.scope, scopeToUndo(actions)) ? undefined : "scope";
};

export const toAction = (row: ActionRow, viewer: Principal | undefined, now = new Date()): Action => {
  const { events, parts } = row.many ?? { events: 1, parts: [{ action: row.action, count: 1 }] };
  const until = new Date(row.at.getTime() + RESTORE_DAYS * DAY_MS);
  const { job } = row;
  const status = statusOf(job);
  const actions = parts.map(({ action }) => action);
  const reason =
    whyNotByNature({ actions, event: row, isByOrder: row.orderId !== null }) ??
    (status === "undone" ? "undone" : undefined) ??
    (until < now ? "expired" : whyNotForViewer(actions, row.isOwn, viewer));
  return {
    id: writeActionId(row.at, row.id),
    event: toAuditEvent(row),
    events,
    parts: parts.map((part) => ({ ...part, to: part.to ?? null })),
    status,
    undo: { isPossible: reason === undefined, reason: reason ?? null, until: until.toISOString() },
    undoes: row.undoes && writeActionId(new Date(row.undoes.at), row.undoes.id),
    createdAt: row.at.toISOString(),
    job: job && toJob(job),
  };
};

const mapValues = <Row extends object>(row: Row, change: (value: unknown) => unknown): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, change(value)])) as Row;

const left = Prisma.sql`, 'left', job.left_out`;

/** @param query - Must use the primary, because an undo is in progress. */
export const findAction = async (query: Query, actionId: string, viewer: Principal): Promise<Action | undefined> => {
  const { at, id } = readActionId(actionId);
  if (Number.isNaN(at.getTime())) return undefined;
  const { text, values } = Prisma.sql`SELECT ${columnsWith(left, viewer.account.id)} FROM audit_event
    WHERE at = ${at} AND id = ${id}::bigint AND ${isAction}`;
  const [row] = await query<ActionRow>(text, values);
  // The cast is needed because Prisma's types differ from those of pg.
  return (
    row &&
    toAction(
      mapValues(row, (value) => (typeof value === "bigint" ? String(value) : value)),
      viewer,
    )
  );
};
