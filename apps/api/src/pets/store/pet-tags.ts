import type { Pet } from "@petstore/contract/routes";
import { bodyTag, entityTagOf, isMatch } from "../../operation/etag.js";

/** Also the tags of a page with just this pet, and of one with its count: `GET /pets?id=` is how a client reads a pet. */
const tagsFor = (pet: Pet) => {
  const page = JSON.stringify([pet]);
  return [bodyTag(pet), entityTagOf(page), entityTagOf(page, "1")];
};

export const isPetMatch = (ifMatch: string | undefined, pet: Pet): boolean => isMatch(ifMatch, () => tagsFor(pet));
