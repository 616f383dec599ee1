import type { Attribute } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { z } from "zod";
import { attributesQuery } from "../../lib/pets/attributes";
import { createPreference } from "../../lib/page/preferences";
import { useStore } from "../../lib/page/store";
import { fitting } from "./column-widths";
import type { ListedPet } from "./queries";
import { hasFilters, type PetSearch } from "./search";
import type { PetSearchActions } from "./use-pet-search";
import { useUsualColumns } from "./usual-columns";

const Names = z.array(z.string());

/**
 * The fields of the store that the list shows in this browser, in their order, unless the address names others. Null
 * until somebody has chosen.
 */
export const chosenColumns = createPreference<readonly string[] | null>(
  "list-columns",
  (stored) => Names.safeParse(stored).data ?? null,
);

/** The columns of the list. */
export type ShownColumns = {
  readonly columns: readonly Attribute[];
  /** False until the fields are known. Columns that came after the rows would move them. */
  readonly isReady: boolean;
  /** Whether they are the usual ones, because nobody has chosen others. */
  readonly isUsual: boolean;
};

const none: readonly Attribute[] = [];

/**
 * Returns the fields in the address, or else those that were chosen last, or else the usual ones that fit. A field that
 * was archived or deleted is left out.
 * @param width - Of the list, in pixels; undefined if all usual columns fit.
 */
export const useColumns = (search: PetSearch, pets: readonly ListedPet[], width: number | undefined): ShownColumns => {
  const chosen = useStore(chosenColumns);
  const names = search.columns ?? chosen;
  const { data, failureCount } = useQuery({ ...attributesQuery, enabled: names?.length !== 0 });
  const usual = useUsualColumns(data, pets, !hasFilters(search));
  const columns = useMemo(() => {
    const found = (names ?? usual).flatMap((name) => data?.find((one) => one.name === name && !one.isArchived) ?? []);
    if (found.length === 0) return none;
    return names === null && width !== undefined ? fitting(found, width) : found;
  }, [names, usual, data, width]);
  return { columns, isReady: data !== undefined || failureCount > 0 || names?.length === 0, isUsual: names === null };
};

/** Returns a function that makes these the columns of the list, in this browser and in the address. Null takes the choice back. */
export const useChooseColumns = ({ arrange }: Pick<PetSearchActions, "arrange">) =>
  useCallback(
    (names: readonly string[] | null) => {
      chosenColumns.set(names);
      arrange({ columns: names === null || names.length === 0 ? undefined : names });
    },
    [arrange],
  );
