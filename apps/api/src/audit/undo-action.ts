import {
  type Action,
  BASE_PATH,
  type contract,
  RESTORE_DAYS,
  scopeToUndo,
  undoneActions,
  type WhyNoUndo,
} from "@petstore/contract/routes";
import { lockRow } from "../database/lock-row.js";
import { type Query, queryOf } from "../database/query.js";
import { actionNotFound, noUndoRuns, otherUndoRuns, undoImpossible, undoNeedsScope, undoNotYours } from "../errors.js";
import { requireTag } from "../operation/if-match.js";
import type { AuditEntry } from "../operation/audit-trail.js";
import { resumeJob } from "../operation/job-steps.js";
import type { Operation } from "../operation/operation.js";
import type { Principal } from "../operation/principal.js";
import { actionTag } from "./action-tag.js";
import { findAction } from "./action-row.js";
import { readActionId } from "./audit-event-row.js";
import { countEvents } from "./undo-events.js";
import type { Job } from "./undo-job.js";

const reasons: Readonly<Record<WhyNoUndo, string>> = {
  undone: "it has already been undone; to reverse the undo, undo the action that job.actionId names",
  expired: `it was done more than ${RESTORE_DAYS} days ago; change the pets themselves`,
  not_yours: "only the account that did it, managers and owners can undo it",
  scope: "its operations require a key with more rights",
  order: "it changed the status of an order; set the next status with PATCH /v1/orders/{orderId}",
  merged: "the store does not record which pets the merged category had; move them one by one",
  erased: "an erased photo is gone; upload it again",
  other: "no undo exists for this kind of action; use the operations of the resource",
};

const requireAction = async (
  query: Query,
  {
    params: { actionId },
    headers,
  }: { readonly params: { readonly actionId: string }; readonly headers: { readonly "if-match"?: string | undefined } },
  caller: Principal,
): Promise<Action> => {
  const ifMatch = headers["if-match"];
  const action = await findAction(query, actionId, caller);
  if (action === undefined) throw actionNotFound(actionId);
  if (action.undo.reason === "not_yours") throw undoNotYours(actionId);
  if (action.undo.reason === "scope") throw undoNeedsScope(scopeToUndo(action.parts.map((part) => part.action)));
  requireTag(ifMatch, "action", () => actionTag(action));
  return action;
};

type OfSubject = Pick<Job, "subjectKind" | "subjectId">;

const readSubject = (subject: string | undefined): OfSubject => {
  const [subjectKind = null, subjectId = null] = subject?.split(":") ?? [];
  return { subjectKind, subjectId };
};

const petActions = ["pet.create", "pet.restore"];

/**
 * Counts what the steps will change: events, and the pets that an import created. For most actions, the counts in
 * `parts` are enough.
 */
const countTotal = async (query: Query, { id, parts, event }: Action, subject: OfSubject): Promise<number> => {
  if (subject.subjectKind !== null) return countEvents(query, { ...readActionId(id), ...subject });
  const count = (test: (action: string) => boolean) =>
    parts.reduce((sum, part) => sum + (test(part.action) ? part.count : 0), 0);
  const pets = count((action) => action.startsWith("pet."));
  const profiles = count((action) => action === "profile.update");
  const imported = event.action === "catalogue.import" ? Number(event.after?.["imported"] ?? 0) : 0;
  const others = count((action) => undoneActions.includes(action)) - pets - profiles;
  // Only the events themselves say which parts were written together with a pet, and so are deleted or restored
  // together with it.
  const isMixed = others > 0 || (profiles > 0 && count((action) => petActions.includes(action)) > 0);
  return (isMixed ? await countEvents(query, { ...readActionId(id), ...subject }) : pets + profiles) + imported;
};

/** True if the same undo was stopped before, so that it now continues where it stopped. */
const goesOn = `(job.status = 'stopped' AND job.subject_kind IS NOT DISTINCT FROM excluded.subject_kind
      AND job.subject_id IS NOT DISTINCT FROM excluded.subject_id)`;

/**
 * A stopped undo continues. An undo that has ended starts again, and skips everything that it has already restored. All
 * its runs form one action, until another account starts one, or until that action itself is undone.
 */
const startSql = `
  INSERT INTO action_undo AS job (id, at, actor, account_id, total, subject_kind, subject_id)
  VALUES ($1::bigint, $2::timestamptz, $3::jsonb, $4::bigint, $5::integer, $6, $7::bigint)
  ON CONFLICT (id) DO UPDATE SET actor = excluded.actor, account_id = excluded.account_id, total = excluded.total,
    subject_kind = excluded.subject_kind, subject_id = excluded.subject_id,
    status = 'running', finished_at = NULL,
    done = CASE WHEN ${goesOn} THEN job.done ELSE 0 END,
    "left" = CASE WHEN ${goesOn} THEN job."left" ELSE 0 END,
    left_out = CASE WHEN ${goesOn} THEN job.left_out ELSE '[]' END,
    reached_at = CASE WHEN ${goesOn} THEN job.reached_at END,
    reached_id = CASE WHEN ${goesOn} THEN job.reached_id END,
    reached_pet_id = CASE WHEN ${goesOn} THEN job.reached_pet_id END,
    key = CASE WHEN job.account_id = excluded.account_id AND NOT EXISTS (
      SELECT FROM action AS before JOIN action_undo AS of_before USING (id) WHERE before.account_id = job.account_id AND before.key = job.key
    ) THEN job.key ELSE gen_random_uuid() END,
    started_at = CASE WHEN ${goesOn} THEN job.started_at ELSE excluded.started_at END
  WHERE job.status <> 'running'`;

/** Records who started or stopped an undo. Its steps record what they restore. */
const undoEvent = (action: "action.undo" | "action.stop_undo", { id, event, events }: Action): AuditEntry => {
  const subject = { kind: "action", id: Number(readActionId(id).id) } as const;
  const of = { id: subject.id, actionId: id, action: event.action, events };
  return { action, subject, before: null, after: of };
};

export const undoAction =
  (): Operation<typeof contract.actions.undoAction> =>
  async (request, { tx, caller, record }) => {
    const query = queryOf(tx);
    const { actionId } = request.params;
    const action = await requireAction(query, request, caller);
    const { reason } = action.undo;
    const subject = readSubject(request.query.subject);
    const running = action.job?.subject;
    if (action.status === "undoing") {
      const isOther =
        running?.kind !== (subject.subjectKind ?? undefined) ||
        String(running?.id ?? null) !== String(subject.subjectId);
      if (isOther) throw otherUndoRuns(actionId);
    } else {
      if (reason !== null) throw undoImpossible(actionId, reasons[reason as WhyNoUndo]);
      const { at, id } = readActionId(actionId);
      if (action.status === "waiting") await resumeJob(tx, { kind: "undo", id });
      else
        await query(startSql, [
          id,
          at,
          JSON.stringify(caller.actor),
          caller.account.id,
          await countTotal(query, action, subject),
          subject.subjectKind,
          subject.subjectId,
        ]);
      record(undoEvent("action.undo", action));
    }
    const body = (await findAction(query, actionId, caller)) ?? action;
    return { status: 202, body, headers: { Location: `${BASE_PATH}/actions/${actionId}`, ETag: actionTag(body) } };
  };

export const stopUndo =
  (): Operation<typeof contract.actions.stopUndo> =>
  async (request, { tx, caller, record }) => {
    const query = queryOf(tx);
    const { actionId } = request.params;
    const action = await requireAction(query, request, caller);
    const { id } = readActionId(actionId);
    const lockedAt = await lockRow(tx, "actionUndo", Number(id), "update");
    const stopped = await tx.actionUndo.updateMany({
      where: { id: BigInt(id), status: "running" },
      data: { status: "stopped", finishedAt: lockedAt ?? null },
    });
    if (stopped.count === 0) throw noUndoRuns(actionId);
    await resumeJob(tx, { kind: "undo", id });
    record(undoEvent("action.stop_undo", action));
    const body = (await findAction(query, actionId, caller)) ?? action;
    return { status: 200, body, headers: { ETag: actionTag(body) } };
  };
