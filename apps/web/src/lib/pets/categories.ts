import type { Category } from "@petstore/contract/client";
import { MAX_PAGE_SIZE } from "@petstore/contract/schemas";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { t } from "../../texts";
import { ask } from "../service/api";
import { about, concernedBy } from "../service/concerns";
import { readPageCursors } from "../service/page-links";

/** Reads all categories, because every page shows their names and a store has few. */
export const categoriesQuery = queryOptions({
  queryKey: ["categories"],
  staleTime: 60_000,
  // Only events about categories can change the names. Without this, each page would read them again whenever an animal
  // is added or deleted.
  ...concernedBy(about("category")),
  queryFn: async ({ signal }): Promise<readonly Category[]> => {
    const all: Category[] = [];
    let cursor: string | undefined;
    do {
      // The cursor of each page is in the page before.
      // oxlint-disable-next-line no-await-in-loop
      const { body, headers } = await ask(
        (api, options) =>
          api.categories.listCategories({
            query: { limit: MAX_PAGE_SIZE, ...(cursor !== undefined && { cursor }) },
            ...options,
          }),
        { signal },
      );
      all.push(...body);
      cursor = readPageCursors(headers).next;
    } while (cursor !== undefined);
    return all;
  },
});

export const categoryName = ({ id, name }: Pick<Category, "id" | "name">): string => name ?? t.common.noName(id);

/** Returns a function that turns an id into the name that staff use. */
export const namesOf = (categories: readonly Pick<Category, "id" | "name">[] | undefined): ((id: number) => string) => {
  const names = new Map(categories?.map((category) => [category.id, categoryName(category)]));
  // Until the list is loaded, it is not known whether the category has a name.
  return (id) => names.get(id) ?? (categories === undefined ? t.common.category(id) : t.common.noName(id));
};

export const useCategoryNames = (): ((id: number) => string) => namesOf(useQuery(categoriesQuery).data);
