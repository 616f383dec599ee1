import { t } from "../../texts";
import { closeNotice, notify, notifyFailure, notifyProgress } from "../page/notices";
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
let running: string | undefined;
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
      action: { label: t.common.undo, run: () => void undoEntry(entry, undo) },
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

/**
 * Runs an undo alone: while one runs, another is refused.
 * @param work - It reports how many rows are done.
 * @returns undefined if it was refused
 */
export const undoAlone = async <Result>(
  { title, size, stop }: { readonly title: string } & Pick<Undo, "size" | "stop">,
  work: (report: (done: number) => void) => Promise<Result>,
): Promise<Result | undefined> => {
  if (running !== undefined) {
    notify({ title: t.undo.running(running), detail: t.undo.runningDetail });
    return undefined;
  }
  running = title;
  const progress = notifyProgress(t.undo.undoing(title), PROGRESS_AFTER_MS, stop);
  const report = (done: number) => progress.show({ done, total: size, text: t.undo.progress(done, size) });
  report(0);
  try {
    return await work(report);
  } finally {
    running = undefined;
    progress.close();
  }
};

const undoEntry = async (entry: Entry, undo: Undo): Promise<void> => {
  // Its notice and Ctrl/Cmd+Z may both ask: once is enough.
  if (!entries.includes(entry)) return;
  try {
    await undoAlone({ title: entry.title, ...undo }, async (report) => {
      if (entry.notice !== undefined) closeNotice(entry.notice);
      const title = await undo.run(report);
      entries = entries.filter((one) => one !== entry);
      if (title !== undefined) notify({ title });
    });
  } catch (error) {
    // It stays in its place: what is undone already counts as done the next time.
    notifyFailure(error, () => void undoEntry(entry, undo));
  }
  void refresh();
};

/** The last action of any kind, in words. */
export const lastAction = (): string | undefined => entries.at(-1)?.title;

/** Ctrl/Cmd+Z: undoes the last action or says why not, and never an older one in its place. */
export const undoLast = (): void => {
  const last = entries.at(-1);
  if (running !== undefined) {
    notify({ title: t.undo.running(running), detail: t.undo.runningDetail });
  } else if (saving > 0 || queryClient.isMutating() > 0) {
    notify({ title: t.undo.saving, detail: t.undo.savingDetail });
  } else if (last === undefined) {
    notify({ title: t.undo.nothing });
  } else if (last.undo === undefined) {
    const why = last.whyNot ?? t.history.noUndo.other;
    notify({ title: t.undo.impossible(last.title), detail: `${why} ${t.undo.noUndo}` });
  } else {
    void undoEntry(last, last.undo);
  }
};
