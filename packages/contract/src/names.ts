import { z } from "zod";
import { rule } from "./rules.js";

const codePoints = (text: string) => Array.from(text).length;

const hasNoControls = (name: string) => !/\p{Cc}/u.test(name);
const MAX_CODE_POINTS = 200;
// A code point has at most two code units: longer texts need not be split.
const isShort = (name: string) =>
  name !== "" && name.length <= 2 * MAX_CODE_POINTS && codePoints(name) <= MAX_CODE_POINTS;

/** A substring of a name, for `name=`. Not trimmed: white space within a name counts. */
export const NameFilter = z
  .string(rule("must be given only once"))
  .refine(isShort, "must have 1 to 200 characters")
  .refine(hasNoControls, "must not contain control characters")
  .meta({ minLength: 1, maxLength: 200 });

/**
 * A name: trimmed, then 1 to 200 Unicode code points (as JSON Schema's `maxLength` counts), without control characters
 * (category Cc) or lone surrogates.
 */
export const Name = z
  .string(rule("must be a string"))
  .trim()
  .refine(isShort, "must have 1 to 200 characters after trimming")
  .refine(hasNoControls, "must not contain control characters")
  .refine((name) => name.isWellFormed(), "must not contain lone surrogates")
  .meta({ minLength: 1, maxLength: 200 });
