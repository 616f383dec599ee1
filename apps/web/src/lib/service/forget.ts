import type { QueryKey } from "@tanstack/react-query";
import { queryClient } from "./query-client";

/**
 * Clears the cache of something that was deleted, so that a drawer that still shows it sends no more requests for it.
 * Call it before the page is refreshed.
 * @param one - The key of its query, whose data is null if it does not exist.
 * @param others - The keys, or the beginnings of keys, of the queries about it.
 */
export const forget = async (one: QueryKey, ...others: readonly QueryKey[]): Promise<void> => {
  await Promise.all([one, ...others].map((queryKey) => queryClient.cancelQueries({ queryKey })));
  queryClient.setQueryData(one, null);
  for (const queryKey of others) queryClient.removeQueries({ queryKey });
};
