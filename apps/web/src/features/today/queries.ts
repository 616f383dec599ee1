import type { Statistics, Today } from "@petstore/contract/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { ask } from "../../lib/service/api";
import { namesOf } from "../../lib/pets/categories";
import { aboutHistory, concernedBy } from "../../lib/service/concerns";
import { refreshEvery } from "../../lib/service/query-client";
import { pageTimeZone } from "../../lib/text/time-zone";

/** Reads everything that the page shows. The service leaves out what the account may not see. */
export const todayQuery = queryOptions({
  queryKey: ["today"],
  queryFn: async ({ signal }): Promise<Today> =>
    (await ask((api, options) => api.today.getToday({ query: { timeZone: pageTimeZone() }, ...options }), { signal }))
      .body,
  ...concernedBy(aboutHistory(undefined)),
  // No event reports changes of keys and webhooks, or the end of a day, so this is fetched every minute too.
  ...refreshEvery(60_000),
});

type StatisticsRange = {
  readonly days: number;
  readonly lastDay: string;
  readonly timeZone: string;
  readonly expand?: readonly ("sales" | "categories")[];
};

/** Reads the numbers of the days up to a last one. */
export const statisticsQuery = (query: StatisticsRange) =>
  queryOptions({
    queryKey: ["statistics", query],
    queryFn: async ({ signal }): Promise<Statistics> =>
      (await ask((api, options) => api.statistics.getStatistics({ query, ...options }), { signal })).body,
    ...concernedBy(aboutHistory(undefined)),
  });

/**
 * Selects the part of one panel, which is rendered again only when that part changes.
 * @param select - Must be the same function each time.
 */
export const useToday = <Part>(select: (today: Today) => Part) => useQuery({ ...todayQuery, select });

const categoriesOf = ({ inventory }: Today) => inventory.byCategory.map(({ categoryId: id, name }) => ({ id, name }));

/** Names categories from the counts, which include the names, so Today does not fetch the categories. */
export const useStockNames = (): ((id: number) => string) => namesOf(useToday(categoriesOf).data);
