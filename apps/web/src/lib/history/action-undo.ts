import type { Action } from "@petstore/contract/client";
import { queryOptions } from "@tanstack/react-query";
import { t } from "../../texts";
import { actions } from "../../texts/actions";
import { ask } from "../service/api";
import { notify } from "../page/notices";
import { queryClient } from "../service/query-client";
import { retrying } from "../service/retrying";
import type { Undo } from "./undo";

const POLL_MS = 500;

const read = async (actionId: string): Promise<Action> =>
  (await ask((api, options) => api.actions.getAction({ params: { actionId }, ...options }))).body;

/** An action as it is now: while it is being undone, how far that is. */
export const actionQuery = (action: Action) =>
  queryOptions({
    queryKey: ["history", "action", action.id, action.state],
    queryFn: () => read(action.id),
    refetchInterval: ({ state: { data } }) => (data === undefined || data.state === "undoing" ? POLL_MS : false),
  });

export const startUndo = async (actionId: string): Promise<Action> =>
  (await ask((api, options) => api.actions.undoAction({ params: { actionId }, ...options }))).body;

export const stopUndo = async (actionId: string): Promise<void> => {
  await ask((api, options) => api.actions.stopUndo({ params: { actionId }, ...options }));
};

const findByKey = async (key: string): Promise<string> => {
  const { body } = await ask((api, options) => api.actions.listActions({ query: { key }, ...options }));
  const id = body[0]?.id;
  if (id === undefined) throw new TypeError("The action was not kept.");
  return id;
};

/** What an undo left as it is, by name and reason. */
export const leftOf = ({ job }: Action): readonly string[] =>
  (job?.leftOut ?? []).map(({ subject, name, reason }) =>
    actions.left(
      name ?? t.history.animal(subject.id),
      actions.reasons[reason as keyof typeof actions.reasons] ?? reason,
    ),
  );

/** How many changes an undo that has stopped did not come to: it goes on when it is asked for again. */
export const unreachedOf = ({ job }: Action): number =>
  job?.status === "stopped" ? Math.max(0, job.total - job.done - job.left) : 0;

const MAX_NAMED = 5;

/** Says what was left, as far as a notice has room: History has it all. */
const tellLeft = (action: Action): void => {
  const count = action.job?.left ?? 0;
  if (count === 0) return;
  const named = leftOf(action).slice(0, MAX_NAMED);
  const more = count - named.length;
  notify({
    title: actions.wasLeft(count),
    detail: [...named, ...(more > 0 ? [actions.andMore(more)] : [])].join("; "),
  });
};

const wait = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

/** Follows an undo to its end; it goes on if nobody does. */
const follow = async (started: Action, report: (done: number) => void): Promise<Action> => {
  for (let action = started; ; ) {
    const { done = 0, left = 0 } = action.job ?? {};
    report(done + left);
    if (action.state !== "undoing") return action;
    await wait();
    action = await retrying(() => read(started.id));
  }
};

type DoneAction = {
  /** Its `Action-Key`. */
  readonly key: string;
  readonly size: number;
  /** What so many put back are, in words. */
  readonly describe: (count: number) => string;
};

/** The undo of an action, which the service carries out: it survives this page. */
export const undoOfAction = ({ key, size, describe }: DoneAction): Undo => {
  let id: string | undefined;
  return {
    size,
    run: async (report) => {
      id ??= await findByKey(key);
      const ended = await follow(await startUndo(id), report);
      tellLeft(ended);
      if (ended.state === "waiting") notify({ title: actions.waiting });
      else if (unreachedOf(ended) > 0) notify({ title: actions.unreached(unreachedOf(ended)) });
      void queryClient.invalidateQueries({ queryKey: ["history"] });
      const done = ended.job?.done ?? 0;
      return done === 0 ? undefined : describe(done);
    },
    stop: async () => {
      if (id !== undefined) await stopUndo(id);
    },
  };
};
