import type { Action, AuditEvent } from "@petstore/contract/client";
import { useState } from "react";
import { undoToEnd } from "../../lib/history/action-undo";
import { describeSubject, type PetNameOf } from "../../lib/history/describe-subject";
import { targetsOf, type UndoTarget } from "../../lib/history/event-undo";
import { tellRest } from "../../lib/history/tell-left";
import { announce } from "../../lib/history/undo";
import { undoAlone } from "../../lib/history/undo-queue";
import { notify, notifyFailure } from "../../lib/page/notices";
import { refresh } from "../../lib/service/refresh";
import { t } from "../../texts";
import { actions } from "../../texts/actions";

const titleOf = (event: AuditEvent, name: string): string => {
  if (event.before === null) return t.history.deleted(name);
  return event.after === null ? t.history.broughtBack(name) : t.history.putBack(name);
};

type Report = (done: number) => void;

const undoInTurn = async (targets: readonly UndoTarget[], report: Report): Promise<readonly Action[]> => {
  const ended: Action[] = [];
  const isOnly = targets.length === 1;
  for (const { actionId, subject } of targets) {
    // The actions run one after the other, because two undos of one subject would disturb each other.
    // oxlint-disable-next-line no-await-in-loop
    ended.push(await undoToEnd(actionId, isOnly ? report : () => undefined, subject));
    if (!isOnly) report(ended.length);
  }
  return ended;
};

const countDone = (ended: readonly Action[]): number => ended.reduce((sum, { job }) => sum + (job?.done ?? 0), 0);

/** Returns the undos as actions, each once, the last one first. Undoing them restores the original changes. */
const undosOf = (ended: readonly Action[]): readonly UndoTarget[] => {
  const ids = ended.flatMap(({ job }) => (job !== null && job.done > 0 ? (job.actionId ?? []) : []));
  return [...new Set(ids.toReversed())].map((actionId) => ({ actionId, subject: undefined }));
};

const announceUndone = (title: string, ended: readonly Action[]): void => {
  const targets = undosOf(ended);
  if (targets.length === 0) return;
  const run = async (report: Report) => {
    const ended = await undoInTurn(targets, report);
    const count = countDone(ended);
    if (count > 0) notify({ title: actions.back(count) });
    ended.forEach(tellRest);
    return undefined;
  };
  announce({ title, undo: { size: targets.length, run } });
};

type EventUndo = {
  readonly targets: readonly UndoTarget[];
  /** The description of what was done. */
  readonly title: string;
  readonly size: number;
  readonly whenDone: (ended: readonly Action[]) => string;
};

/** Undoes actions after earlier undos have ended. Afterwards it offers to undo these undos. */
const undoTargets = async (undo: EventUndo): Promise<void> => {
  const { targets, title, size, whenDone } = undo;
  try {
    const ended = (await undoAlone({ title, size }, (report) => undoInTurn(targets, report))) ?? [];
    announceUndone(whenDone(ended), ended);
    ended.forEach(tellRest);
  } catch (error) {
    notifyFailure(error, () => void undoTargets(undo));
  } finally {
    void refresh();
  }
};

/** Undoes a whole action with many changes. */
export const undoWhole = ({ id: actionId, events }: Action, title: string): Promise<void> =>
  undoTargets({
    targets: [{ actionId, subject: undefined }],
    title,
    size: events,
    whenDone: (ended) => actions.back(countDone(ended)),
  });

/**
 * Undoes events by their actions. It names what has changed since, and offers a decision about it. The undo can be
 * undone.
 */
export const useEventUndo = (petNameOf?: PetNameOf) => {
  const [busyIds, setBusyIds] = useState<ReadonlySet<number>>(new Set());

  const run = async (events: readonly AuditEvent[], title: string, whenDone: string): Promise<void> => {
    const ids = events.map(({ id }) => id);
    const targets = targetsOf(events);
    setBusyIds((before) => new Set([...before, ...ids]));
    await undoTargets({ targets, title, size: targets.length, whenDone: () => whenDone });
    setBusyIds((before) => new Set([...before].filter((id) => !ids.includes(id))));
  };

  return {
    busyIds,
    undoOne: (event: AuditEvent): void => {
      const name = describeSubject(event, petNameOf).text;
      void run([event], name, titleOf(event, name));
    },
    undoAll: (events: readonly AuditEvent[]): void =>
      void run(events, t.history.changes(events.length), t.history.undone(events.length)),
  };
};
