import { catalogue, plural } from "./catalogue";

export const pets = catalogue({
  title: "Animals",
  undone: (count: number) => `Put back ${plural(count, "animal", "animals")}`,
  nothingToUndo: "There is nothing to undo",
  fields: { name: "Name", categoryId: "Category", status: "Status" },
  conflict: {
    titles: {
      changed: (id: number) => `Animal ${id} has changed since you saw it`,
      reserved: (id: number) => `An order holds animal ${id}`,
      gone: (id: number) => `Animal ${id} was deleted`,
    },
    more: (count: number) => `${plural(count, "more conflict waits", "more conflicts wait")} after this one.`,
    changed: "Somebody else changed it in the meantime. Choose for each field what it shall be.",
    gone: "Somebody else deleted it in the meantime.",
    goneRestore: "No animal ever had this number; it cannot be brought back.",
    reserved:
      "An open order holds this animal: its status belongs to the order, and it cannot be deleted. Finish or cancel the order first.",
    deleted: "Somebody else changed it in the meantime. Delete it as it is now, or keep it.",
    had: "You had",
    want: "You want",
    now: "It is now",
    keep: "Keep as it is now",
    keepAll: (count: number) => `Keep all ${count} as they are now`,
    deleteAnyway: "Delete it",
    bringBack: "Bring it back as you want it",
    choose: (field: string) => `${field}: what it shall be`,
    saved: (name: string) => `Saved ${name}`,
    removed: "Deleted 1 animal",
  },
});
