import type { Pet, Today } from "@petstore/contract/client";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { ask } from "../../lib/service/api";
import { namesOf } from "../../lib/pets/categories";
import { aboutHistory, aboutPets, concernedBy } from "../../lib/service/concerns";
import { readPetsById } from "../../lib/pets/pets-by-id";
import { refreshEvery } from "../../lib/service/query-client";

/** The history shows the days of the browser too: a number and its list have the same ones. */
const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All that the page shows: the service leaves out what the account may not see. */
export const todayQuery = queryOptions({
  queryKey: ["today"],
  queryFn: async ({ signal }): Promise<Today> =>
    (await ask((api, options) => api.today.getToday({ query: { timeZone: timeZone() }, ...options }), { signal })).body,
  ...concernedBy(aboutHistory(undefined)),
  // No event reports changes of keys and webhooks, or the end of a day, so this is fetched every minute too.
  ...refreshEvery(60_000),
});

/** One panel's part: the panel is drawn again when that changes. @param select - The same function each time. */
export const useToday = <Part>(select: (today: Today) => Part) => useQuery({ ...todayQuery, select });

const categoriesOf = ({ inventory }: Today) => inventory.byCategory.map(({ categoryId: id, name }) => ({ id, name }));

/** The counts name their categories: Today does not ask for these again. */
export const useStockNames = (): ((id: number) => string) => namesOf(useToday(categoriesOf).data);

/** The animals that rows name by their numbers. */
export const namedPetsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ["today", "pets", ids],
    enabled: ids.length > 0,
    staleTime: 60_000,
    ...concernedBy(aboutPets(ids, "pet")),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<ReadonlyMap<number, Pet>> => readPetsById(ids, { signal }),
  });
