import { z } from "zod";
import { decimalDigits } from "./identifiers.js";
import { rule } from "./rules.js";

/** The most rows that a page has, unless its listing says otherwise. */
export const MAX_PAGE_SIZE = 100;

/**
 * The page size of a listing.
 * @param what - What is listed, for the description: `animals`.
 * @param max - The largest page; one of `initial` unless told.
 */
export const limitOf = (what: string, max = MAX_PAGE_SIZE, initial = 20) => {
  const text = `must be an integer from 1 to ${max}`;
  return decimalDigits(z.int(rule(text)).min(1, text).max(max, text), text)
    .default(initial)
    .meta({ description: `Maximum number of ${what} returned.`, examples: [initial] });
};

/** What `sort` of a listing by id may be. */
export const IdSort = z
  .enum(["id", "-id"], rule("must be one of id, -id"))
  .default("id")
  .meta({ description: "`-id` lists the newest first." });

/** Where a page begins: the opaque string of a `Link` header. It is bound to the filters and the order it was made with. */
export const Cursor = z
  .string(rule("must be given only once"))
  .regex(/^[A-Za-z0-9_-]{1,2048}$/, "must be a cursor from a Link header of this service")
  .meta({
    description:
      "Where the page begins: an opaque string, taken from a `Link` header of this listing. It holds for the filters and the order it was made with; another `limit` is fine.",
    "x-stability": "beta",
  });

/** The `Link` header of a listing (RFC 8288). @param path - Of the listing: `/v1/pets`. */
export const pageLinks = (path: string) => ({
  description:
    'Other pages, while there is more than this one: `rel="next"` where there is something behind it, `rel="prev"` where there is something before it, and `rel="first"` (RFC 8288).',
  example: `<${path}?limit=20&cursor=WyJhZnRlciIsMjBd>; rel="next", <${path}?limit=20>; rel="first"`,
});
