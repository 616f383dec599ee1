import type { HistoryActor } from "@petstore/contract/client";
import type { HistoryQuery } from "@petstore/contract/schemas";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { ask } from "../../lib/api";
import { aboutHistory, concernedBy } from "../../lib/concerns";
import { PAGE_SIZE } from "../../lib/page-links";
import { pageQuery } from "../../lib/page-query";
import { polled } from "../../lib/query-client";
import { filtersOf, type HistorySearch } from "./search";

/** A page of the history, the newest first; with `all`, of the whole audit trail. */
export const historyQuery = (search: HistorySearch) => {
  const query = { ...filtersOf(search), cursor: search.cursor, limit: PAGE_SIZE };
  // No event tells of sign-ins, keys and accounts. Later pages show what was before them, and that stays.
  const isFirst = search.cursor === undefined;
  const again = search.all === true ? polled : concernedBy(isFirst ? aboutHistory(search.subject) : () => false);
  return pageQuery(
    ["history", "page", search],
    (given) =>
      search.all === true
        ? ask((api, options) => api.auditEvents.listAuditEvents({ query, ...options }), given)
        : ask(
            // Without `all`, the address was checked by the query schema of the history.
            (api, options) => api.history.listHistory({ query: query as z.input<typeof HistoryQuery>, ...options }),
            given,
          ),
    again,
  );
};

const MAX_ACTORS = 20;

/** Accounts and keys by a part of their name, or the one that a filter names. */
export const actorsQuery = (filter: { readonly name?: string } | { readonly actor: string }) =>
  queryOptions({
    queryKey: ["history", "actors", filter],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly HistoryActor[]> => {
      const query = { ...filter, limit: MAX_ACTORS };
      return (await ask((api, options) => api.history.listHistoryActors({ query, ...options }), { signal })).body;
    },
  });
