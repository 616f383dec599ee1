import type { Action, AuditEvent } from "@petstore/contract/client";
import { queryOptions } from "@tanstack/react-query";
import { t } from "../../texts";
import { actions } from "../../texts/actions";
import { ApiError, ask } from "../service/api";
import { notify } from "../page/notices";
import { queryClient } from "../service/query-client";
import { retrying } from "../service/retrying";
import { tellRest } from "./tell-left";
import type { Undo } from "./undo-queue";

const POLL_MS = 500;

const read = async (actionId: string): Promise<Action> =>
  (await ask((api, options) => api.actions.getAction({ params: { actionId }, ...options }))).body;

/** The current state of an action, and its progress while it is being undone. */
export const actionQuery = (action: Action) =>
  queryOptions({
    queryKey: ["history", "action", action.id, action.status],
    queryFn: () => read(action.id),
    refetchInterval: ({ state: { data } }) => (data === undefined || data.status === "undoing" ? POLL_MS : false),
  });

export const startUndo = async (actionId: string, subject?: string): Promise<Action> => {
  const query = subject === undefined ? {} : { subject };
  return (await ask((api, options) => api.actions.undoAction({ params: { actionId }, query, ...options }))).body;
};

export const stopUndo = async (actionId: string): Promise<void> => {
  await ask((api, options) => api.actions.stopUndo({ params: { actionId }, ...options }));
};

/** How the browser finds an action that it has caused: by its `Action-Key`, or by one of its events. */
type FoundAction = { readonly key: string } | { readonly find: () => Promise<string> };

/** @returns undefined if the requests with this key have changed nothing, because then there is no action */
const findByKey = async (key: string): Promise<string | undefined> => {
  const { body } = await ask((api, options) => api.actions.listActions({ query: { key }, ...options }));
  return body[0]?.id;
};

/** Tells whether requests with this key have changed anything. */
export const isKept = async (key: string): Promise<boolean> => (await findByKey(key)) !== undefined;

/** Returns the id of an event's action. If the event has no `actionId`, it is an action by itself. */
export const actionIdOf = ({ actionId, at, id }: AuditEvent): string => actionId ?? `${Date.parse(at)}-${id}`;

const RECENT_EVENTS = 20;

/**
 * Finds the action of a change that was sent without an `Action-Key`.
 * @param subject - For example `order:7`.
 * @param isIt - Tells whether an event belongs to the change. The newest event is tested first.
 */
export const findByEvent = async (subject: string, isIt: (event: AuditEvent) => boolean): Promise<string> => {
  const query = { subject, limit: RECENT_EVENTS };
  const { body } = await ask((api, options) => api.history.listHistory({ query, ...options }));
  const event = body.find(isIt);
  if (event === undefined) throw new ApiError("conflict", t.history.changedSince);
  return actionIdOf(event);
};

/** Most undos are done after one step. */
const FIRST_WAIT_MS = 40;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until an undo has ended. The undo continues even if nothing waits for it. */
const follow = async (started: Action, report: (done: number) => void): Promise<Action> => {
  let waitMs = FIRST_WAIT_MS;
  for (let action = started; ; waitMs = Math.min(2 * waitMs, POLL_MS)) {
    const { done = 0, leftCount = 0 } = action.job ?? {};
    report(done + leftCount);
    if (action.status !== "undoing") return action;
    // Each of these reads also starts the next step.
    action = await retrying(() => read(started.id));
    if (action.status === "undoing") await wait(waitMs);
  }
};

/**
 * Undoes an action, and waits until the undo has ended.
 * @param subject - For example `pet:7`, to undo only the changes of this subject.
 */
export const undoToEnd = async (
  actionId: string,
  report: (done: number) => void,
  subject?: string,
): Promise<Action> => {
  const ended = await follow(await startUndo(actionId, subject), report);
  void queryClient.invalidateQueries({ queryKey: ["history"] });
  return ended;
};

type DoneAction = FoundAction & {
  /** The number of changes. */
  readonly size: number;
  /** Describes what an undo has restored. @param count - The number of changes. */
  readonly describe: (count: number) => string;
};

/** Returns an undo that the service runs, so that it continues when this page is closed. */
export const undoOfAction = ({ size, describe, ...action }: DoneAction): Undo => {
  let id: string | undefined;
  return {
    size,
    run: async (report) => {
      id ??= await ("key" in action ? findByKey(action.key) : action.find());
      if (id === undefined) return actions.changedNothing;
      const ended = await undoToEnd(id, report);
      const done = ended.job?.done ?? 0;
      if (done > 0) notify({ title: describe(done) });
      tellRest(ended);
      return undefined;
    },
    stop: async () => {
      if (id !== undefined) await stopUndo(id);
    },
  };
};
