import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/service/api";
import { about, aboutCounts, anyOf, concernedBy } from "../../lib/service/concerns";
import { t } from "../../texts";
import type { CategoryCounts } from "../../lib/pets/category-counts";

/** Returns what staff call the category. */
export const nameOf = ({ name, categoryId }: CategoryCounts): string => name ?? t.common.category(categoryId);

/** Every category, including those without animals. They are sorted by name, and the unnamed ones come last. */
export const countsQuery = queryOptions({
  queryKey: ["categories", "counts"],
  queryFn: async ({ signal }): Promise<readonly CategoryCounts[]> =>
    (await ask((api, options) => api.inventory.getInventory(options), { signal })).body.byCategory,
  ...concernedBy(anyOf(about("category"), aboutCounts("categoryId", "status"))),
});
