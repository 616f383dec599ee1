import type { Pet } from "@petstore/contract/routes";
import { bodyTag, entityTagOf } from "../../operation/etag.js";
import { isMatch } from "../../operation/if-match.js";

/**
 * Includes the tags of a page with only this pet, with and without the count, because a client reads a pet with `GET
 * /pets?id=`.
 */
const tagsFor = (pet: Pet) => {
  const page = JSON.stringify([pet]);
  return [bodyTag(pet), entityTagOf(page), entityTagOf(page, "1")];
};

export const isPetMatch = (ifMatch: string | undefined, pet: Pet): boolean => isMatch(ifMatch, () => tagsFor(pet));
