import { eventTypeOf, type HistoryAction, type HistoryKind } from "@petstore/contract/routes";
import type { z } from "zod";

const at = "2026-11-21T09:30:00.000Z";
const frank = { id: 1, name: "Frank", categoryId: 1, status: "available" };
const author = { kind: "system", id: null, name: "test" };
const attribute = { label: "Size", help: null, type: "text", unit: null, minimum: null, maximum: null, decimals: null };
const more = { options: [], categoryIds: null, isPublic: true, position: 0, isArchived: false };
const image = { sha256: "00", width: 1, height: 1, alt: null, position: 1, focalPoint: null, rotation: 0, sizes: [] };
const categories = { all: 1, new: 1 };

/** A subject of each kind with the id 1, as the audit trail has it. */
const states: Readonly<Record<HistoryKind, object>> = {
  pet: frank,
  category: { id: 1, name: "Dogs", petCount: 1 },
  order: { id: 1, petId: 1, status: "placed", createdAt: at, updatedAt: at },
  catalogue: { source: "pets.csv", imported: 1, updated: 0, leftOut: 0, categories, firstPetId: 1, lastPetId: 1 },
  attribute: { id: 1, name: "size", ...attribute, ...more },
  profile: { externalId: null, attributes: {}, updatedAt: at },
  photo: { id: 1, petId: 1, ...image, createdAt: at },
  note: { id: 1, petId: 1, text: "Bites", isWarning: false, isPinned: false, author, createdAt: at, updatedAt: at },
  // Without the fields that were added later.
  store: { statusNames: { available: null, pending: null, sold: null }, updatedAt: at },
};

/** Returns the states that an event of the history may have: for tests that write events without making the changes. */
export const recordedStates = (action: z.infer<typeof HistoryAction>) => {
  const [kind, verb] = eventTypeOf(action).split(".") as [HistoryKind, string];
  const before = verb === "created" || verb === "imported" ? null : states[kind];
  const after = verb === "merged" ? { into: 1, moved: 1 } : verb === "deleted" ? null : states[kind];
  return { before, after };
};
