import type { Category } from "@petstore/contract/routes";
import { tagOfParts } from "../operation/etag.js";

/** The number of its pets is no part of what a caller changes in a category. */
export const categoryTag = (category: Category): string => {
  const { petCount: _, ...changeable } = category;
  return tagOfParts(changeable, category);
};
