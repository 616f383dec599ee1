import type { Pet } from "@petstore/contract/routes";
import { bodyTag, entityTagOf } from "../../operation/etag.js";
import { isMatch } from "../../operation/if-match.js";

/**
 * Returns the tag of the pet, and the tags of a page that contains only this pet, with and without the count. A client
 * that reads a pet with `GET /pets?id=` gets one of the latter.
 */
const tagsFor = (pet: Pet) => {
  const page = JSON.stringify([pet]);
  return [bodyTag(pet), entityTagOf(page), entityTagOf(page, "1")];
};

export const isPetMatch = (ifMatch: string | undefined, pet: Pet): boolean => isMatch(ifMatch, () => tagsFor(pet));
