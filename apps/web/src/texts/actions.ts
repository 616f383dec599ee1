import { catalogue } from "./catalogue";
import { inSentence } from "./common";
import { formatNumber, plural } from "./numbers";

const animals = (count: number) => plural(count, "animal", "animals");

/** These texts are not a part of `t`, because the first page does not need them. */
const texts = {
  many: {
    status: (count: number, status: string) => `marked ${animals(count)} ${inSentence(status)}`,
    category: (count: number) => `moved ${animals(count)} to`,
    attribute: (count: number, label: string) => `changed ${label} of ${animals(count)}`,
    "pet.create": (count: number) => `added ${animals(count)}`,
    "pet.update": (count: number) => `changed ${animals(count)}`,
    "pet.delete": (count: number) => `deleted ${animals(count)}`,
    "pet.restore": (count: number) => `brought back ${animals(count)}`,
    "profile.update": (count: number) => `changed the details of ${animals(count)}`,
  },
  undid: (count: number) => `undid ${plural(count, "change", "changes")}`,
  undoAll: "Undo all",
  undoAllOf: (title: string) => `Undo all: ${title}`,
  undoing: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)} put back`,
  states: { undone: "Undone", partly_undone: "Partly undone" },
  stopUndo: "Stop the undo",
  waiting: "The undo stopped after three tries",
  resume: "Resume",
  drop: "Drop",
  whyNot: {
    expired: "It was done more than 30 days ago.",
    not_yours: "Somebody else did it. They can undo it, and so can managers and owners.",
    scope: "Managers and owners can undo it.",
  },
  left: (name: string, reason: string) => `${name}: ${reason}`,
  reasons: {
    changed: "changed since",
    reserved: "held by an open order",
    gone: "deleted since",
    unfit: "it no longer accepts the old values",
  },
  unfit: {
    photo: "the animal has no room for it",
    note: "the animal has no room for it",
    category: "another category has its name",
    attribute: "it can no longer be as it was before",
    store: "another status has the name",
  },
  wasLeft: (count: number) =>
    `${animals(count)} ${count === 1 ? "was" : "were"} left as ${count === 1 ? "it is" : "they are"}`,
  wasLeftOf: (count: number) => `${plural(count, "change", "changes")} ${count === 1 ? "was" : "were"} not put back`,
  decide: "Decide field by field",
  changedNothing: "Nothing had changed, so there was nothing to put back",
  noFields: "There is no field to decide",
  noFieldsDetail: "Only details have changed since. Open the animal to change them.",
  andMore: (count: number) => `${formatNumber(count)} more: see History`,
  unreached: (count: number) => `${plural(count, "change", "changes")} not put back yet`,
  back: (count: number) => `Put back ${plural(count, "change", "changes")}`,
};

export const { actions } = catalogue({ actions: texts });
