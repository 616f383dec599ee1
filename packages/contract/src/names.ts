import { z } from "zod";
import { rule } from "./rules.js";

const codePoints = (text: string) => Array.from(text).length;

const hasNoControls = (name: string) => !/\p{Cc}/u.test(name);
// A code point has at most two code units: longer texts need not be split.
const isWithin = (max: number) => (name: string) => name !== "" && name.length <= 2 * max && codePoints(name) <= max;
const surrogateRule = "must not contain lone surrogates";

/** A substring of a name, for `name=`. Not trimmed: white space within a name counts. */
export const NameFilter = z
  .string({ error: ({ input }) => (Array.isArray(input) ? "must be given only once" : "must be a string") })
  .refine(isWithin(200), "must have 1 to 200 characters")
  .refine(hasNoControls, "must not contain control characters")
  .refine((text) => text.isWellFormed(), surrogateRule)
  .meta({ minLength: 1, maxLength: 200 });

/**
 * A name: trimmed, then 1 to `max` Unicode code points (as JSON Schema's `maxLength` counts), without control characters
 * (category Cc) or lone surrogates.
 */
export const nameOf = (max: number) =>
  z
    .string(rule("must be a string"))
    .trim()
    .refine(isWithin(max), `must have 1 to ${max} characters after trimming`)
    .refine(hasNoControls, "must not contain control characters")
    .refine((name) => name.isWellFormed(), surrogateRule)
    .meta({ minLength: 1, maxLength: max });

/** The name of a pet, a category, an account or a key: {@link nameOf} 200. */
export const Name = nameOf(200);
