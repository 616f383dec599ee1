import { keepPreviousData, type QueryKey, queryOptions } from "@tanstack/react-query";
import type { concernedBy } from "./concerns";
import { type PageCursors, readPageCursors } from "./page-links";
import type { refreshEvery } from "./query-client";

/** A page of a listing, and the cursors of the pages before and after it. */
export type Page<Row> = { readonly rows: readonly Row[]; readonly cursors: PageCursors };

/** The answer to a listing. */
type Listed<Row> = { readonly body: readonly Row[]; readonly headers: Headers };

export const toPage = <Row>({ body, headers }: Listed<Row>): Page<Row> => ({
  rows: body,
  cursors: readPageCursors(headers),
});

/**
 * Queries a page, which stays in sight until the next one has arrived.
 * @param again - When the page is fetched again.
 */
export const pageQuery = <Row>(
  queryKey: QueryKey,
  read: (options: { readonly signal: AbortSignal }) => Promise<Listed<Row>>,
  again: Partial<ReturnType<typeof concernedBy>> & Partial<ReturnType<typeof refreshEvery>>,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Page<Row>> => toPage(await read({ signal })),
    placeholderData: keepPreviousData,
    ...again,
  });
