import { t } from "../../texts";
import { closeNotice, keepNotice, notify, notifyFailure, notifyProgress } from "../page/notices";
import { queryClient } from "../service/query-client";
import { refresh } from "../service/refresh";

/** What puts an action back. */
export type Undo = {
  /** How many rows it changes: a long undo shows how far it is. */
  readonly size: number;
  /** @returns what is put back, in words; undefined if nothing is, and that has been said */
  readonly run: (report: (done: number) => void) => Promise<string | undefined>;
  /** Ends it between two steps; what is put back stays so. */
  readonly stop?: () => Promise<void>;
};

/** What a person did, in words, and either what puts it back or why nothing does. */
type Action = {
  readonly title: string;
  readonly undo?: Undo;
  readonly whyNot?: string;
  /** Shows what it made. */
  readonly open?: (() => void) | undefined;
};

type Entry = Action & { readonly notice?: string };

const MAX_ENTRIES = 50;
/** An undo that takes longer says so. */
const PROGRESS_AFTER_MS = 500;

/** The newest last. What has no undo is in it too: undo must not reach past it to an older action. */
let entries: readonly Entry[] = [];
/** Entries whose undo runs or waits for its turn. */
const asked = new Set<Entry>();
/** Ends when the last undo in the queue has ended. */
let queue: Promise<void> = Promise.resolve();
let queued = 0;
let saving = 0;

const push = (entry: Entry) => {
  entries = [...entries.slice(1 - MAX_ENTRIES), entry];
};

/** An action that its page has told already. */
export const remember = (action: Action): void => push(action);

/** Says what was done, with Undo if it has one, and remembers it. */
export const announce = (action: Action): void => {
  const { title, undo, open } = action;
  if (undo === undefined) {
    notify({ title, ...(open && { action: { label: t.common.open, run: open } }) });
    push(action);
    return;
  }
  const entry: Entry = {
    ...action,
    notice: notify({
      title,
      action: { label: t.common.undo, run: () => void undoEntry(entry, undo), staysOpen: true },
      ...(open && { firstAction: { label: t.common.open, run: open } }),
    }),
  };
  push(entry);
};

/** Keeps an older change from being undone in place of the one that `work` is saving, which nobody can undo yet. */
export const whileSaving = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  saving += 1;
  try {
    return await work();
  } finally {
    saving -= 1;
  }
};

type Turn = { readonly title: string; readonly notice?: string | undefined } & Pick<Undo, "size" | "stop">;

/** Waits until the undos that were asked for earlier have ended. @returns whether the person has cancelled it meanwhile */
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
 * Runs undos one after the other, in the order in which they are asked for. The next one also runs if this one fails.
 * @param turn - With a notice, that one shows how far the undo is. @param work - It reports how many rows are done.
 * @returns undefined if the person has cancelled it while it waited
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

const undoEntry = async (entry: Entry, undo: Undo): Promise<void> => {
  // Its notice and Ctrl/Cmd+Z may both ask: once is enough.
  if (!entries.includes(entry) || asked.has(entry)) return;
  asked.add(entry);
  try {
    await undoAlone({ ...undo, title: entry.title, notice: entry.notice }, async (report) => {
      const title = await undo.run(report);
      entries = entries.filter((one) => one !== entry);
      if (title !== undefined) notify({ title });
    });
  } catch (error) {
    // It stays in its place: what is undone already counts as done the next time.
    notifyFailure(error, () => void undoEntry(entry, undo));
  } finally {
    asked.delete(entry);
  }
  void refresh();
};

/** The last action of which no undo runs or waits. */
const last = (): Entry | undefined => entries.findLast((entry) => !asked.has(entry));

/** The last action of any kind, in words. */
export const lastAction = (): string | undefined => last()?.title;

/** Ctrl/Cmd+Z: undoes the last action or says why not, and never an older one in its place. */
export const undoLast = (): void => {
  const entry = last();
  if (saving > 0 || queryClient.isMutating() > 0) {
    notify({ title: t.undo.saving, detail: t.undo.savingDetail });
  } else if (entry === undefined) {
    notify({ title: t.undo.nothing });
  } else if (entry.undo === undefined) {
    const why = entry.whyNot ?? t.history.noUndo.other;
    notify({ title: t.undo.impossible(entry.title), detail: `${why} ${t.undo.noUndo}` });
  } else {
    void undoEntry(entry, entry.undo);
  }
};
