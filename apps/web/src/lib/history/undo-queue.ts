import { t } from "../../texts";
import { closeNotice, keepNotice, notifyFailure, notifyProgress } from "../page/notices";

/** A function that undoes an action, with its description. */
export type Undo = {
  /** The number of changes, for the progress of a long undo. */
  readonly size: number;
  /** @returns a description of what was restored; undefined if `run` has shown a notice itself */
  readonly run: (report: (done: number) => void) => Promise<string | undefined>;
  /** Stops the undo between two steps. Changes that it has already restored stay restored. */
  readonly stop?: () => Promise<void>;
};

/** An undo that takes longer than this shows its progress. */
const PROGRESS_AFTER_MS = 500;

/** Ends when the last undo in the queue has ended. */
let queue: Promise<void> = Promise.resolve();
let queued = 0;

type Turn = { readonly title: string; readonly notice?: string | undefined } & Pick<Undo, "size" | "stop">;

/**
 * Waits until the undos that were started earlier have ended.
 * @returns whether the person has cancelled this one in the meantime
 */
const waitForTurn = async (before: Promise<void>, title: string, notice: string): Promise<boolean> => {
  let isCancelled = false;
  const cancel = () => {
    isCancelled = true;
    closeNotice(notice);
  };
  notifyProgress(t.undo.waiting(title), { id: notice, button: { label: t.common.cancel, run: cancel } });
  await before;
  return isCancelled;
};

const runNow = async <Result>({ title, notice, size, stop }: Turn, afterMs: number, work: Work<Result>) => {
  const run = () => void stop?.().catch((error: unknown) => notifyFailure(error));
  const button = stop && { label: t.common.stop, run };
  const progress = notifyProgress(t.undo.undoing(title), { id: notice, afterMs, ...(button && { button }) });
  const report = (done: number) => progress.show({ done, total: size, text: t.undo.progress(done, size) });
  report(0);
  try {
    return await work(report);
  } finally {
    progress.close();
  }
};

type Work<Result> = (report: (done: number) => void) => Promise<Result>;

/**
 * Runs undos one after the other, in the order in which they were started. If one fails, the next still runs.
 * @param turn - If it contains a notice, that notice shows the progress.
 * @param work - Runs the undo. It reports how many rows are done.
 * @returns undefined if the person cancelled the undo while it was waiting
 */
export const undoAlone = async <Result>(turn: Turn, work: Work<Result>): Promise<Result | undefined> => {
  const notice = turn.notice ?? crypto.randomUUID();
  const before = queue;
  const own = Promise.withResolvers<void>();
  const isFirst = queued === 0;
  queue = own.promise;
  queued += 1;
  try {
    if (isFirst) keepNotice(notice, t.common.undo);
    else if (await waitForTurn(before, turn.title, notice)) return undefined;
    return await runNow({ ...turn, notice }, isFirst ? PROGRESS_AFTER_MS : 0, work);
  } finally {
    queued -= 1;
    own.resolve();
  }
};
