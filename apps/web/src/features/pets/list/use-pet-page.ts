import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { usePage } from "../../../lib/service/use-paging";
import { whenUsed } from "../../../lib/service/when-idle";
import { usePendingEdits } from "./inline-edits";
import { type ListedPet, petPageQuery } from "../queries";
import { type PetSearch, viewOf } from "../search";
import type { PetSearchActions } from "../use-pet-search";

const noPets: readonly ListedPet[] = [];

/** Reads the page in the address, and prefetches the next one once the page is used. */
export const usePetPage = (search: PetSearch, { goTo }: PetSearchActions) => {
  const cache = useQueryClient();
  const { query, pager } = usePage(petPageQuery(search), search.cursor, goTo);
  const { data, isPlaceholderData } = query;
  const pets = usePendingEdits(data?.rows ?? noPets);

  const next = isPlaceholderData ? undefined : data?.cursors.next;
  const ahead = next === undefined ? undefined : JSON.stringify({ ...viewOf(search), cursor: next });
  useEffect(() => {
    if (ahead === undefined) return undefined;
    let isShown = true;
    whenUsed(() => {
      if (isShown) void cache.prefetchQuery(petPageQuery(JSON.parse(ahead)));
    });
    return () => {
      isShown = false;
    };
  }, [cache, ahead]);

  return { query, pets, pager };
};
