import * as z from "zod";
import { decimalDigits } from "./identifiers.js";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "./page-size.js";
import { oneOf, rule } from "./rules.js";

/** A page size. @param what - The listed resource: `orders`. @param initial - The default page size. */
export const limitOf = (what: string, max = MAX_PAGE_SIZE, initial = DEFAULT_PAGE_SIZE) => {
  const text = `must be an integer from 1 to ${max}`;
  return decimalDigits(z.int(rule(text)).min(1, text).max(max, text), text)
    .default(initial)
    .meta({ description: `Maximum number of ${what} returned.`, examples: [initial] });
};

/**
 * The page size of every list of `/v1`, except that of the published list of pets, whose description speaks of animals.
 */
export const Limit = limitOf("items").meta({
  description: "Maximum number of items on the page. A page can have fewer and not be the last: follow its `Link`.",
});

/** Values of `sort` for a listing by id. */
export const IdSort = oneOf(["id", "-id"])
  .default("id")
  .meta({ description: "Sort order: `-id` returns the newest first.", examples: ["-id"] });

/**
 * The start of a page: an opaque string from a `Link` header, valid only with the filters and sort order of that link.
 * It has no example, because each store signs its own cursors and refuses all others.
 */
export const Cursor = z
  .string(rule("must be given only once"))
  .regex(/^[A-Za-z0-9_-]{1,2048}$/, "must be a cursor from a Link header of this service")
  .meta({
    minLength: 1,
    maxLength: 2_048,
    description:
      "The start of the page: an opaque string from a `Link` header of this listing. It is valid only with the same filters and sort; `limit` may differ.",
    "x-stability": "beta",
  });

/** The `Link` header of every list with pages (RFC 8288). Its example has the path of one list. */
export const pageLinks = {
  description:
    'Other pages, if any (RFC 8288): `rel="next"` and `rel="prev"` if such a page exists, and `rel="first"`.',
  example: `</v1/orders?limit=20&cursor=Jx0c2WqTz0mGd5Vb3o1R9AWyJhZnRlciIsMjBd>; rel="next", </v1/orders?limit=20>; rel="first"`,
  stability: "beta",
} as const;
