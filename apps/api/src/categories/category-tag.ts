import type { Category } from "@petstore/contract/routes";
import { tagOfParts } from "../operation/etag.js";

/** The number of pets is left out, because a caller does not change it with the category. */
export const categoryTag = (category: Category): string => {
  const { petCount: _, ...changeable } = category;
  return tagOfParts(changeable, category);
};
