import { MAX_PAGE_SIZE } from "@petstore/contract/schemas";

/** The page size of every list that has pages. */
export const PAGE_SIZE = Math.min(50, MAX_PAGE_SIZE);

export type PageCursors = { readonly next?: string; readonly prev?: string };

const link = /<([^>]*)>;\s*rel="(next|prev)"/g;

/** The cursors in a listing's `Link` header (RFC 8288). */
export const readPageCursors = (headers: Headers): PageCursors => {
  const cursors: Record<string, string> = {};
  for (const [, target = "", relation = ""] of (headers.get("link") ?? "").matchAll(link)) {
    // The base does not matter, because only the query is used.
    const cursor = new URL(target, "http://service").searchParams.get("cursor");
    if (cursor !== null) cursors[relation] = cursor;
  }
  return cursors;
};
