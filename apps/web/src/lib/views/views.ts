import type { NewView, View } from "@petstore/contract/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { ask } from "../service/api";
import { ApiError } from "../service/api-error";
import { createPreference } from "../page/preferences";

/** The lists that views are of. */
export type ViewPage = View["page"];

export type ViewQuery = NewView["query"];

/** A list whose address can be saved as a view. */
export type ViewedList = {
  readonly page: ViewPage;
  /** What a view saves of the address as it is now. */
  readonly now: ViewQuery;
  /** Equal for what shows the same rows. */
  readonly keyOf: (query: ViewQuery) => string;
  readonly onShow: (query: ViewQuery) => void;
};

/** A {@link ViewedList.keyOf} of parameters that are texts, numbers or flags. */
export const keyOfParameters = (query: ViewQuery): string =>
  JSON.stringify(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

export const viewsQuery = (page: ViewPage) =>
  queryOptions({
    queryKey: ["views", page],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      // A replica of the version before, during an update, has views of pets alone, and refuses `page`.
      const query = page === "pets" ? {} : { page };
      try {
        return (await ask((api, options) => api.views.listViews({ query, ...options }), { signal })).body;
      } catch (error) {
        if (page !== "pets" && error instanceof ApiError && error.status === 400) return [];
        throw error;
      }
    },
  });

export const useViews = (page: ViewPage, isEnabled = true) => useQuery({ ...viewsQuery(page), enabled: isEnabled });

const Pins = z.array(z.string());

/** The views that this browser keeps above the lists, in the order in which they were pinned. */
export const pinnedViews = createPreference<readonly string[]>(
  "pinned-views",
  (stored) => Pins.safeParse(stored).data ?? [],
);

/** Two accounts, and two pages, may have views of one name. */
export const pinOf = ({ page, owner, name }: Pick<View, "page" | "owner" | "name">): string =>
  page === "pets" ? `${owner.id}/${name}` : `${page}/${owner.id}/${name}`;
