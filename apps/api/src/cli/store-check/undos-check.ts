import { reopenUnreachedUndos, unreachedUndosSql } from "./unreached-undos.js";
import { plural } from "../words.js";
import type { StoreCheck } from "./check.js";
import { findFaultyRows } from "./faulty-rows.js";

export const undosCheck: StoreCheck = {
  name: "undos",
  verifies: "Every undo that has ended has handled all of its changes.",
  run: (query) =>
    findFaultyRows(query, {
      place: "action_undo",
      rule: "has ended without reaching all changes",
      remedy: "run `petstore check --mend` to let them continue, or click Undo all in History",
      select: unreachedUndosSql,
    }),
  mend: async (query) => {
    const reopened = await reopenUnreachedUndos(query);
    if (reopened === 0) return undefined;
    return `Reopened ${plural(reopened, "undo")}; the service continues ${reopened === 1 ? "it" : "them"}.`;
  },
};
