import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "../../../lib/api-error";
import { usePendingEdits } from "./inline-edits";
import { petPageQuery } from "../queries";
import { orderOf, type PetSearch } from "../search";
import type { PetSearchActions } from "../use-pet-search";

const noPets = [] as const;

/** The page that the address asks for; the next one is fetched ahead. */
export const usePetPage = (search: PetSearch, { goTo }: PetSearchActions) => {
  const cache = useQueryClient();
  const query = useQuery(petPageQuery(search));
  const { data, error, isPlaceholderData } = query;
  const pets = usePendingEdits(data?.pets ?? noPets);

  const next = isPlaceholderData ? undefined : data?.next;
  const ahead = next === undefined ? undefined : JSON.stringify({ ...orderOf(search), cursor: next });
  useEffect(() => {
    if (ahead !== undefined) void cache.prefetchQuery(petPageQuery(JSON.parse(ahead)));
  }, [cache, ahead]);

  // A cursor of other filters, or of an older version of the service: the list still has a first page.
  const isLost = error instanceof ApiError && error.status === 400 && search.cursor !== undefined;
  useEffect(() => {
    if (isLost) goTo(undefined);
  }, [isLost, goTo]);

  return { query, pets };
};
