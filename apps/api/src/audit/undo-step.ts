import type { HistoryKind, LeftByUndo } from "@petstore/contract/routes";
import { type Query, queryOf } from "../database/query.js";
import { AppError } from "../errors.js";
import { type AuditEntry, audited, type RecordChange } from "../operation/audit-trail.js";
import type { Transaction } from "../operation/operation.js";
import type { PutBack } from "../operation/put-back.js";
import {
  countEvents,
  type EventRow,
  findEvents,
  leftEvent,
  type StepLimits,
  toPastChange,
  toPastProfile,
  toPetUndo,
} from "./undo-events.js";
import { findFirstFitting, findImported, planImported } from "./undo-imported.js";
import { type Job, type Progress, saveProgress, takeJob } from "./undo-job.js";
import { putBackNotes } from "./undo-notes.js";
import { type ChangePets, leftPet, undoPets } from "./undo-pets.js";
import { undoProfiles } from "./undo-profiles.js";

/** A finished step. `tried` is the number of changes that it restored or left. */
export type UndoStep = { readonly entries: readonly AuditEntry[]; readonly tried: number; readonly isLast: boolean };

/** An operation refused the step with a 4xx. A smaller step may succeed. */
export class RefusedStep extends Error {
  override readonly name = "RefusedStep";
  readonly subjects: number;

  /** @param subjects - The number of subjects that the step tried to restore. */
  constructor(subjects: number, cause: AppError) {
    super("A step of an undo was refused.", { cause });
    this.subjects = subjects;
  }
}

/** The kinds that this folder restores itself. */
type OwnKind = "pet" | "profile" | "note" | "catalogue";

/** The functions that restore the subjects of a kind. A new kind does not compile without one. */
export type PutBacks = Readonly<Record<Exclude<HistoryKind, OwnKind>, PutBack>>;

type StepDeps = {
  readonly changePets: ChangePets;
  readonly putBacks: PutBacks;
  readonly limits: StepLimits;
  /** True if the subjects must be skipped and not restored. */
  readonly isLeft: boolean;
};

type Context = { readonly tx: Transaction; readonly query: Query; readonly record: RecordChange };

const orRefused = <Result>(subjects: number, work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    // After a 5xx, the service or PostgreSQL is busy or unavailable, and a smaller step would not help.
    throw error instanceof AppError && error.status < 500 ? new RefusedStep(subjects, error) : error;
  });

const undoImported = async (deps: StepDeps, context: Context, job: Job): Promise<Progress> => {
  const lost = (tried: number) => Math.max(0, job.total - job.done - job.left - tried);
  const range = await findImported(context.tx, job);
  const last = job.reachedPetId === null ? range?.last : Number(job.reachedPetId) - 1;
  if (range === undefined || last === undefined || last < range.first)
    return { tried: 0, left: [], lost: lost(0), reached: {}, isLast: true };
  const first = await findFirstFitting(context.query, { first: range.first, last }, deps.limits);
  const { undoId, at } = job;
  const plan = await planImported(context.query, { first, last, at, undoId, ...deps.limits });
  const { undos, left: gone, done } = plan;
  const left = deps.isLeft
    ? undos.map(({ id, from }) => leftPet(id, from?.name ?? null, "unfit"))
    : await orRefused(undos.length, undoPets({ ...context, ...deps }, undos, job.id));
  const tried = undos.length + gone.length + done;
  const isLast = first === range.first;
  return {
    tried,
    left: [...gone, ...left],
    reached: { reachedPetId: String(first) },
    ...(isLast && { lost: lost(tried) }),
    isLast,
  };
};

/**
 * Sets the total to the number of changes that exist now. It differs if the action has grown since, or if an earlier
 * version of the service skipped some.
 */
const endUnreached = async ({ tx }: Context, job: Job, events: number): Promise<Progress> => {
  const total = events + ((await findImported(tx, job))?.imported ?? 0);
  return { tried: 0, left: [], reached: {}, isLast: true, total };
};

const putBackAll = async (
  { putBacks }: StepDeps,
  context: Context,
  undone: readonly EventRow[],
): Promise<LeftByUndo[]> => {
  const all: Readonly<Partial<Record<string, PutBack>>> = { ...putBacks, note: putBackNotes };
  const putBack = all[undone[0]?.kind ?? ""];
  if (putBack === undefined) throw new TypeError("The undo has no function for this kind of event.");
  const outcomes = await putBack(context, undone.map(toPastChange));
  return undone.flatMap((event, at) => {
    const outcome = outcomes[at] ?? "done";
    return outcome === "done" ? [] : [leftEvent(event, outcome)];
  });
};

const putBack = (deps: StepDeps, context: Context, job: Job, undone: readonly EventRow[]) => {
  if (undone[0] === undefined) return Promise.resolve([]);
  const { kind } = undone[0];
  if (kind === "profile") return orRefused(undone.length, undoProfiles(context, undone.map(toPastProfile)));
  if (kind === "pet") return orRefused(undone.length, undoPets({ ...context, ...deps }, undone.map(toPetUndo), job.id));
  return orRefused(undone.length, putBackAll(deps, context, undone));
};

const undoNext = async (deps: StepDeps, context: Context, job: Job): Promise<Progress> => {
  const events = job.reachedPetId === null ? await findEvents(context.query, job, deps.limits) : [];
  const end = events.at(-1);
  if (end === undefined) {
    const count = job.reachedPetId === null ? await countEvents(context.query, job) : 0;
    return job.done + job.left < count ? endUnreached(context, job, count) : undoImported(deps, context, job);
  }
  const undone = events.filter(({ isUndone }) => isUndone);
  const open = undone.filter(({ isPutBack }) => !isPutBack);
  const isLeft = (event: EventRow) => deps.isLeft || event.isTooLarge;
  const left = await putBack(
    deps,
    context,
    job,
    open.filter((event) => !isLeft(event)),
  );
  return {
    tried: undone.length,
    left: [...open.filter(isLeft).map((event) => leftEvent(event, "unfit")), ...left],
    reached: { reachedAt: end.at, reachedId: end.eventId },
    isLast: false,
  };
};

/**
 * Runs the next step of an undo. Its changes, its events and its progress are committed together.
 * @returns undefined if the undo is stopped or done, or another process is running it
 * @throws RefusedStep
 */
export const undoStep = async (deps: StepDeps, tx: Transaction, id: string): Promise<UndoStep | undefined> => {
  const query = queryOf(tx);
  const job = await takeJob(query, id);
  if (job === undefined) return undefined;
  const { result, entries } = await audited(query, job.actor, (record) => undoNext(deps, { tx, query, record }, job), {
    accountId: BigInt(job.accountId),
    key: job.key,
  });
  await saveProgress(query, job, result);
  return { entries, tried: result.tried, isLast: result.isLast };
};
