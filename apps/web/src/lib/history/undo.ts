import { t } from "../../texts";
import { notify, notifyFailure } from "../page/notices";
import { queryClient } from "../service/query-client";
import { refresh } from "../service/refresh";
import { type Undo, undoAlone } from "./undo-queue";

/** An action of a person, with its undo or with the reason why it has none. */
type Action = {
  readonly title: string;
  readonly undo?: Undo;
  readonly whyNot?: string;
  /** Opens what the action has created. */
  readonly open?: (() => void) | undefined;
};

type Entry = Action & { readonly notice?: string };

const MAX_ENTRIES = 50;

/**
 * The actions, newest last. Those without an undo are included, so that Ctrl+Z does not skip them and undo an
 * older one.
 */
let entries: readonly Entry[] = [];
/** The entries whose undo is running or waiting for its turn. */
const asked = new Set<Entry>();
let saving = 0;

const push = (entry: Entry) => {
  entries = [...entries.slice(1 - MAX_ENTRIES), entry];
};

/** Remembers an action that its page has already announced. */
export const remember = (action: Action): void => push(action);

/** Shows a notice about an action, with Undo if it has one, and remembers the action. */
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

/** Blocks Ctrl+Z while `work` saves a change, because it would undo an older change instead. */
export const whileSaving = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  saving += 1;
  try {
    return await work();
  } finally {
    saving -= 1;
  }
};

const undoEntry = async (entry: Entry, undo: Undo): Promise<void> => {
  // The notice and Ctrl/Cmd+Z may both start the undo, which must run once.
  if (!entries.includes(entry) || asked.has(entry)) return;
  asked.add(entry);
  try {
    await undoAlone({ ...undo, title: entry.title, notice: entry.notice }, async (report) => {
      const title = await undo.run(report);
      entries = entries.filter((one) => one !== entry);
      if (title !== undefined) notify({ title });
    });
  } catch (error) {
    // The entry stays in its place. Changes that were already put back count as done the next time.
    notifyFailure(error, () => void undoEntry(entry, undo));
  } finally {
    asked.delete(entry);
  }
  void refresh();
};

/** Returns the last action whose undo is neither running nor waiting. */
const last = (): Entry | undefined => entries.findLast((entry) => !asked.has(entry));

/** The title of the last action. */
export const lastAction = (): string | undefined => last()?.title;

/** Handles Ctrl/Cmd+Z: undoes the last action, or says why it cannot. It never undoes an older action instead. */
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
