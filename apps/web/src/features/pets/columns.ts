import type { Attribute } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { attributesQuery } from "../../lib/pets/attributes";
import { createPreference } from "../../lib/page/preferences";
import { useStore } from "../../lib/page/store";
import type { PetLayout } from "./search";

const Names = z.array(z.string());

/** The names of the fields that the list shows beside those of every animal, in this browser: unless the address has others. */
export const chosenColumns = createPreference<readonly string[]>(
  "list-columns",
  (stored) => Names.safeParse(stored).data ?? [],
);

/** The names in the address, else those that were chosen last. */
export const useColumnNames = ({ columns }: PetLayout): readonly string[] => {
  const chosen = useStore(chosenColumns);
  return columns ?? chosen;
};

/** The fields of these columns in their order; one that was archived or deleted is left out. */
export const useColumns = (layout: PetLayout): readonly Attribute[] => {
  const names = useColumnNames(layout);
  const { data } = useQuery({ ...attributesQuery, enabled: names.length > 0 });
  return data?.filter(({ name, isArchived }) => !isArchived && names.includes(name)) ?? [];
};
