import { inSentence } from "./common";
import { formatNumber, plural } from "./numbers";

const animals = (count: number) => plural(count, "animal", "animals");

export const undo = {
  nothing: "There is nothing to undo",
  impossible: (action: string) => `This cannot be undone: ${action}`,
  noUndo: "You can undo earlier changes on the History page.",
  named: (action: string, name: string) => `${action}: ${name}`,
  waiting: (action: string) => `Waits for another undo: ${action}`,
  saving: "Your last change is still being saved",
  savingDetail: "Press Undo again once it is done.",
  undoing: (action: string) => `Undoing: ${action}`,
  progress: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)} done`,
  done: {
    status: (name: string, status: string) => `${name} is ${inSentence(status)} again`,
    statuses: (count: number, status: string) => `Marked ${animals(count)} ${inSentence(status)} again`,
    name: (name: string, old: string) => `Renamed ${name} back to ${old}`,
    category: (name: string) => `Put ${name} back into its category`,
    categories: (count: number) => `Put ${animals(count)} back into their categories`,
    add: (name: string) => `Deleted ${name}`,
    adds: (count: number) => `Deleted ${animals(count)}`,
    deletion: (name: string) => `Brought back ${name}`,
    deletions: (count: number) => `Brought back ${animals(count)}`,
    other: (name: string) => `Put back ${name} as it was`,
    others: (count: number) => `Put back ${animals(count)} as they were`,
  },
  unrestored: (count: number) => `${animals(count)} came back without some details`,
  leftOut: "Not put back: these fields no longer accept the old values",
};
