import { plural } from "./numbers";
import { usualWords } from "./usual-words";

const usual = usualWords("note", "note", "Notes");

/** The words that the history uses. */
export const noteWords = {
  ...usual,
  verbs: { ...usual.verbs, "note.restore": "brought back the note" },
  actions: { ...usual.actions, "note.restore": "Note brought back" },
};

export const notes = {
  title: "Notes",
  none: "Nobody has written anything about this animal.",
  list: "Notes",
  text: "New note",
  asWarning: "Warning",
  asWarningHelp: "Staff see it before anything else.",
  add: "Add note",
  edit: (words: string) => `Edit: ${words}`,
  edited: "Text of the note",
  warn: (words: string) => `Warning: ${words}`,
  pin: (words: string) => `Keep on top: ${words}`,
  delete: (words: string) => `Delete: ${words}`,
  more: "Show older notes",
  pinned: "Pinned",
  warning: "Warning",
  warningBefore: "Warning:",
  warnings: "Warnings",
  andMore: (count: number) => `and ${plural(count, "more", "more")}`,
  added: (words: string) => `Added the note “${words}”`,
  changed: (words: string) => `Changed the note “${words}”`,
  warned: (words: string) => `“${words}” is a warning`,
  calmed: (words: string) => `“${words}” is no longer a warning`,
  pinnedNow: (words: string) => `“${words}” stays on top`,
  unpinned: (words: string) => `“${words}” no longer stays on top`,
  deleted: (words: string) => `Deleted the note “${words}”`,
  undone: {
    create: (words: string) => `Deleted the note “${words}”`,
    update: (words: string) => `Put back the note “${words}”`,
    delete: (words: string) => `Brought back the note “${words}”`,
  },
};
