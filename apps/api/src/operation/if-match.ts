import { preconditionFailed } from "../errors.js";
import { bodyTag, changeablePartOf, tagsIn } from "./etag.js";

/**
 * Compares `If-Match` with the current tags, by the strong comparison (RFC 9110 §13.1.1). If a tag has two parts, only
 * the first is compared.
 * @param tagsFor - Returns the current tags. It is called only if the field contains tags.
 */
export const isMatch = (field: string | undefined, tagsFor: () => readonly string[]): boolean => {
  if (field === undefined || field === "*") return true;
  const named = tagsIn(field).map(changeablePartOf);
  return tagsFor().some((tag) => named.includes(changeablePartOf(tag)));
};

/**
 * Requires that `If-Match` names the current tag of the resource, which `noun` names in the error.
 * @throws AppError 412
 */
export const requireTag = (field: string | undefined, noun: string, tag: () => string): void => {
  if (!isMatch(field, () => [tag()])) throw preconditionFailed(noun);
};

/**
 * Does the same as {@link requireMatch} for a resource whose tag follows from its body alone.
 * @throws AppError 412
 */
export const requireMatch = (field: string | undefined, noun: string, body: object): void =>
  requireTag(field, noun, () => bodyTag(body));
