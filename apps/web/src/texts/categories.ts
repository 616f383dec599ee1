import { formatNumber, plural } from "./numbers";

const animals = (count: number) => plural(count, "animal", "animals");

export const categories = {
  title: "Categories",
  animals,
  description: (count: number, unnamed: number) =>
    unnamed === 0
      ? plural(count, "category", "categories")
      : `${plural(count, "category", "categories")}, ${formatNumber(unnamed)} without a name`,
  search: "Search categories",
  found: (count: number) => plural(count, "category found", "categories found"),
  sorts: { name: "By name", count: "Most animals first" },
  showMore: (count: number) => `Show ${formatNumber(count)} more`,
  columns: { name: "Name", total: "Animals" },
  inCategory: (name: string) => `in ${name}`,
  none: "–",
  noName: "no name yet",
  nameIt: "Name it",
  rename: (name: string) => `Rename ${name}`,
  nameLabel: (name: string) => `New name of ${name}`,
  mergeOf: (name: string) => `Merge ${name} into another category`,
  deleteOf: (name: string) => `Delete ${name}`,
  taken: "Another category has this name. Choose another one, or merge the two.",
  renamed: (name: string) => `Saved the name ${name}`,
  emptyTitle: "No categories yet",
  empty: "Categories group animals: dogs, cats, fish. Add the first, or import animals that have one.",
  noMatchTitle: "No category matches",
  nextRow: "Next category",
  previousRow: "Previous category",
  create: {
    action: "New category",
    name: "Name",
    submit: "Add category",
    done: (name: string) => `Added ${name}`,
  },
  remove: {
    title: (name: string) => `Delete ${name}?`,
    description: "It has no animals. A new category of this name gets another number.",
    done: (name: string) => `Deleted ${name}`,
  },
  merge: {
    action: "Merge",
    title: (name: string) => `Merge ${name}`,
    description: "All of its animals move to the category that you choose.",
    into: "Into which category?",
    noTarget: "No other category matches",
    narrow: (count: number) => `${plural(count, "more matches", "more match")}: type to narrow them down`,
    preview: (count: number, from: string, into: string) =>
      count === 0
        ? `${from} has no animals. It will be deleted, and ${into} stays as it is.`
        : `${animals(count)} of ${from} ${count === 1 ? "moves" : "move"} to ${into}. ${from} will be deleted.`,
    noUndo: "This cannot be undone: the animals would have to be moved back one by one.",
    managersOnly: (limit: number) =>
      `It has more than ${formatNumber(limit)} animals, and a merge cannot be undone: ask a manager or an owner to merge it.`,
    now: "Now",
    after: "After",
    change: "Choose another",
    submit: (into: string) => `Merge into ${into}`,
    done: (from: string, into: string, count: number) => `Merged ${from} into ${into}, which has ${animals(count)} now`,
    progress: "Animals moved",
    moved: (moved: number, total: number) => `Moved ${formatNumber(moved)} of ${animals(total)}`,
    mayClose: "You may close this: the merge continues.",
  },
};
