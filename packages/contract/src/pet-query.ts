import * as z from "zod";
import { listIds, TextId } from "./identifiers.js";
import { NameFilter } from "./names.js";
import { Cursor, limitOf } from "./paging.js";
import { PetStatus } from "./pet-status.js";
import { rule } from "./rules.js";

/** Values of `sort`; `-` sorts in descending order. */
export const PetSort = z.enum(["id", "-id", "name", "-name"], rule("must be one of id, -id, name, -name"));
/** See the schema of the same name. */
export type PetSort = z.infer<typeof PetSort>;

/** The most values of `id` in one request of `listPets`. */
export const MAX_LISTED_IDS = 100;

const beta = { "x-stability": "beta" };

/** The filters, the order and the page of `listPets`. */
export const PetQuery = z.strictObject({
  limit: limitOf("animals"),
  status: PetStatus.optional().meta({ description: "Filters by availability status.", examples: ["available"] }),
  categoryId: TextId.optional().meta({ description: "Filters by category.", examples: [1], ...beta }),
  name: NameFilter.optional().meta({
    description: "Filters by a substring of the name, ignoring case.",
    examples: ["fra"],
    ...beta,
  }),
  id: listIds(MAX_LISTED_IDS)
    .optional()
    .meta({
      description: `Filters by id: up to ${MAX_LISTED_IDS} ids, one parameter each (\`id=1&id=2\`).`,
      examples: [[123, 124]],
      ...beta,
    }),
  sort: PetSort.default("id").meta({
    description: "Sort order: by id, or by lower-case name and then id; `-` sorts in descending order.",
    examples: ["-id"],
    ...beta,
  }),
  cursor: Cursor.optional(),
});
