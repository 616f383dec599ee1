import { plural } from "./numbers";

const animals = (count: number) => plural(count, "animal", "animals");

export const print = {
  action: "Print",
  printed: "Printed",
  everything: "All animals",
  searched: (text: string) => `“${text}”`,
  numbers: (numbers: string) => `Numbers ${numbers}`,
  number: (id: number) => `Number ${id}`,
  order: {
    times: "Status",
    animal: "Animal",
    signature: "Signature",
    date: "Place and date",
  },
  cards: {
    title: "Cage cards",
    open: "Print cage cards",
    openOne: "Print its cage card",
    tooMany: (most: number, count: number) =>
      `One print takes at most ${most} cards; ${animals(count)} are selected. Select fewer.`,
    none: "No animal is chosen",
    noneHelp: "Select animals in the list, then press the printer button.",
    toList: "Go to the animals",
    missing: (count: number) => `${animals(count)} of the selection ${count === 1 ? "was" : "were"} deleted.`,
    paper: "Paper",
    papers: { a6: "A6, one card", a4: "A4, four cards" },
    fields: "What the cards show",
    warnings: "Warnings",
    count: (cards: number, sheets: number) =>
      `${plural(cards, "card", "cards")} on ${plural(sheets, "sheet", "sheets")}`,
    print: "Print",
    preview: "Preview",
    more: "More in the file: scan the code.",
    code: (id: number) => `Code that leads to animal ${id}`,
  },
};
