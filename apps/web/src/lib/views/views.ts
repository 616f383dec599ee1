import type { NewView, View } from "@petstore/contract/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { ask } from "../service/api";
import { ApiError } from "../service/api-error";
import { createPreference } from "../page/preferences";

/** The lists that can have views. */
export type ViewPage = View["page"];

export type ViewQuery = NewView["query"];

/** A list whose address can be saved as a view. */
export type ViewedList = {
  readonly page: ViewPage;
  /** The query that a view of the present address would save. */
  readonly now: ViewQuery;
  /** Returns the same key for queries that show the same rows. */
  readonly keyOf: (query: ViewQuery) => string;
  readonly onShow: (query: ViewQuery) => void;
};

/** A {@link ViewedList.keyOf} for parameters that are texts, numbers or flags. */
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
      // During an update, a replica of the previous version knows only views of pets and refuses `page`.
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

/** The views that this browser shows above the lists, in the order in which they were pinned. */
export const pinnedViews = createPreference<readonly string[]>(
  "pinned-views",
  (stored) => Pins.safeParse(stored).data ?? [],
);

/** Identifies a pinned view. Two accounts, or two pages, may have views of the same name. */
export const pinOf = ({ page, owner, name }: Pick<View, "page" | "owner" | "name">): string =>
  page === "pets" ? `${owner.id}/${name}` : `${page}/${owner.id}/${name}`;
