import * as z from "zod";
import { ownRule, rule } from "./rules.js";
import { wordsOf } from "./search-words.js";
import { invisibleIn } from "./text-identity.js";

/** The maximum number of characters of a name, and of a text to search names for. */
export const MAX_NAME_LENGTH = 200;

const codePoints = (text: string) => Array.from(text).length;

const hasNoControls = (name: string) => !/\p{Cc}/u.test(name);
/** Whether a text has 1 to `max` Unicode code points, which is how JSON Schema measures length. */
export const isWithin =
  (max: number) =>
  (text: string): boolean =>
    // A code point has at most two code units, so a text with more code units need not be counted.
    text !== "" && text.length <= 2 * max && codePoints(text) <= max;

// The ranges are written out because few regular expression engines support `\p{Cc}`. They have `\x`, because a
// generator that turns `\u2028` into the character breaks the regular expressions that it writes (decision 139).
const controls = "\\x00-\\x1f\\x7f-\\x9f";

/**
 * A JSON Schema pattern for the names that {@link nameOf} accepts. `\s` is only in a negated class, because engines
 * differ in what it matches. The ends may have tabs, line breaks and every white space that is not a control character.
 */
export const namePattern = `^[\\t-\\r ]*[^${controls}]*[^\\s${controls}][^${controls}]*[\\t-\\r ]*$`;
const surrogateRule = "must not contain lone surrogates";

/** A substring of a name, for a filter by one field. It is not trimmed, because white space within a name counts. */
export const NameFilter = z
  .string({ error: ({ input }) => (Array.isArray(input) ? "must be given only once" : "must be a string") })
  .refine(isWithin(MAX_NAME_LENGTH), `must have 1 to ${MAX_NAME_LENGTH} characters`)
  .refine(hasNoControls, "must not contain control characters")
  .refine((text) => text.isWellFormed(), surrogateRule)
  .meta({ minLength: 1, maxLength: MAX_NAME_LENGTH, pattern: `^[^${controls}]+$` });

const MIN_SEARCHED = 3;

/**
 * A text that is searched for in several columns. It has a minimum length, because no index could find a shorter text:
 * it has no trigram.
 */
export const SearchText = NameFilter.refine(
  (text) => /^#?[0-9]{1,16}$/.test(text) || codePoints(text) >= MIN_SEARCHED,
  `must have at least ${MIN_SEARCHED} characters, or be a number such as 5 or #5`,
).meta({ pattern: `^(?:#?[0-9]{1,16}|[^${controls}]{${MIN_SEARCHED},${MAX_NAME_LENGTH}})$` });

/**
 * The parameter `q`, which searches a list.
 * @param schema - {@link SearchText}, or {@link NameFilter} if the list can find shorter texts.
 * @param where - The fields that it searches.
 * @param more - Further sentences about what it finds.
 */
export const searchIn = (schema: z.ZodString, example: string, where: string, ...more: readonly string[]) =>
  schema.optional().meta({
    description: [`Filters by a text anywhere in ${where}, ignoring case and accents.`, ...more].join(" "),
    examples: [example],
  });

/** The maximum number of words of a search. */
export const MAX_SEARCH_WORDS = 16;

const wordsRule = `must have at most ${MAX_SEARCH_WORDS} words`;

/** A text of words that are searched for in the index of words. */
export const SearchWords = NameFilter.refine((text) => wordsOf(text).length <= MAX_SEARCH_WORDS, wordsRule);

/**
 * The parameter `q` of a search by words.
 * @param where - The fields that it searches.
 */
export const searchWordsIn = (example: string, where: string) =>
  SearchWords.optional().meta({
    description: `Searches by words. Each word must match a word in ${where}. Case and accents do not count. The last word may be incomplete, and so may a code or an id from 4 characters on, which is also found if it has spaces or dashes. If few pets match, words of at least 4 letters with a typing error are corrected, with two errors from 8 letters on. At most ${MAX_SEARCH_WORDS} words.`,
    examples: [example],
  });

const nameRule = (maximum: number, error: string) => ownRule(error, { rule: "text", maximum });

const plainNameOf = (max: number) =>
  z
    .string(rule("must be a string"))
    .trim()
    .refine(isWithin(max), nameRule(max, `must have 1 to ${max} characters after trimming`))
    .refine(hasNoControls, nameRule(max, "must not contain control characters"))
    .refine((name) => name.isWellFormed(), nameRule(max, surrogateRule));

const documented = (max: number) => ({ minLength: 1, maxLength: max, pattern: namePattern });

const visibleRule = {
  error: ({ input }: { readonly input?: unknown }) =>
    `must have a visible character; it has only invisible ones such as ${invisibleIn(String(input))}`,
  params: { rule: "visible" },
} as const;

/**
 * A name. It is trimmed and then has 1 to `max` Unicode code points (as JSON Schema's `maxLength` counts), without
 * control characters (category Cc) or lone surrogates, and one of its characters is visible. A text that is longer only
 * because of white space at its ends is accepted, although the documents do not allow it.
 */
export const nameOf = (max: number) =>
  plainNameOf(max)
    .refine((name) => invisibleIn(name) === undefined, visibleRule)
    .meta(documented(max));

/** The name of a category, an account or a key, and that of a pet in an import: {@link nameOf} 200. */
export const Name = nameOf(MAX_NAME_LENGTH);

/** The name of a pet. The published interface also accepts one that has only invisible characters. */
export const PetName = plainNameOf(MAX_NAME_LENGTH).meta(documented(MAX_NAME_LENGTH));
