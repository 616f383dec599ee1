import { statusWord } from "./common";
import { plural } from "./numbers";

export const today = {
  title: "Today",
  addAnimal: "Add an animal",
  importFile: "Import a file",
  counts: "Animals by status",
  look: "Look at it",
  lookOf: (name: string) => `Look at it: ${name}`,
  todo: { title: "To do", next: "Next in To do", previous: "Previous in To do" },
  added: { title: "Added recently", all: "All animals" },
  orders: {
    all: "All orders",
    placed: (count: string) => `${count} to approve`,
    approved: (count: string) => `${count} to deliver`,
    atLeast: (count: number) => `${count}+`,
    order: (id: number) => `Order ${id}`,
    animal: (id: number) => `animal ${id}`,
    approve: "Approve",
    approveOf: (id: number) => `Approve order ${id}`,
    deliver: "Deliver",
    deliverOf: (id: number) => `Deliver order ${id} on the Orders page`,
    isApproved: (id: number) => `Order ${id} is approved`,
    nowIs: (id: number, status: string) => `Order ${id} is ${status.toLowerCase()} already`,
  },
  empty: {
    title: "The store has no animals yet",
    detail: "Add the first one by hand, or import a list that you have as a file.",
    detailClerk: "Add the first one by hand.",
  },
  pending: {
    unchanged: "Last changed",
    more: (count: number) => `${plural(count, "more animal", "more animals")} long ${statusWord("pending")}`,
  },
  unnamed: {
    name: "Name it",
    nameOf: (id: number) => `Name it: category ${id}`,
    category: (id: number) => `Category ${id} has no name`,
    animals: (count: number) => plural(count, "animal", "animals"),
    more: (count: number) => `${plural(count, "more category", "more categories")} without a name`,
  },
  keys: {
    ends: "ends",
    lastFour: (characters: string) => `…${characters}`,
    calls: (count: number, operations: string) =>
      `${plural(count, "call", "calls")} of ${operations}, which will go away`,
    more: (count: number) => `${plural(count, "more key", "more keys")} to look after`,
  },
  webhooks: {
    off: "Off",
    more: (count: number) => `${plural(count, "more webhook", "more webhooks")} off`,
  },
  imports: {
    leftOut: (count: number) => `${plural(count, "row", "rows")} left out`,
    look: "Import again",
    more: (count: number) => `${plural(count, "more import", "more imports")} with rows left out`,
  },
  stock: {
    title: "By category",
    total: "In all",
    caption: "Animals by category and status",
    category: "Category",
    showAll: (count: number) => `All ${plural(count, "category", "categories")}`,
    none: "No animals yet.",
  },
  activity: {
    title: (days: number) => `The last ${days} days`,
    chart: (days: number) => `Animals added and ${statusWord("sold")} on each of the last ${days} days`,
    sums: (added: number, sold: number) =>
      `${plural(added, "animal was", "animals were")} added one by one, and ${sold} ${statusWord("sold")}.`,
    most: {
      added: (count: number, day: string) => `The most were added on ${day}: ${count}.`,
      sold: (count: number, day: string) => `The most were ${statusWord("sold")} on ${day}: ${count}.`,
    },
    mostOften: {
      added: (count: number, days: number) => `The most were added on ${plural(days, "day", "days")}: ${count} each.`,
      sold: (count: number, days: number) =>
        `The most were ${statusWord("sold")} on ${plural(days, "day", "days")}: ${count} each.`,
    },
    pick: "Day to read",
    values: (day: string, added: number, imported: number, sold: number, ordered: number) =>
      `${day}: ${added} added, ${imported} imported, ${sold} ${statusWord("sold")}, ${plural(ordered, "order", "orders")} placed`,
    period: (days: number) => `${days} days`,
    range: "Days to show",
    day: "Day",
    added: "Added",
    imported: "Imported",
    sold: "Sold",
    ordered: "Ordered",
    asTable: "Show as table",
    asChart: "Show as chart",
  },
  changes: {
    title: "Recent changes",
    all: "All changes",
    none: "Nothing has changed yet.",
  },
};
