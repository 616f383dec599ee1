import { t } from "../../texts";
import { notify, notifyFailure } from "../page/notices";
import { queryClient } from "../service/query-client";
import { refresh } from "../service/refresh";
import { type Undo, undoAlone } from "./undo-queue";

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

/** The newest last. What has no undo is in it too: undo must not reach past it to an older action. */
let entries: readonly Entry[] = [];
/** Entries whose undo runs or waits for its turn. */
const asked = new Set<Entry>();
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
