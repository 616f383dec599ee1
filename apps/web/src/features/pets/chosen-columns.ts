import type { Attribute } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { attributesQuery } from "../../lib/pets/attributes";
import { createPreference } from "../../lib/page/preferences";
import { useStore } from "../../lib/page/store";
import type { PetLayout } from "./search";

const Names = z.array(z.string());

/** The fields of the store that the list shows in this browser, unless the address names others. */
export const chosenColumns = createPreference<readonly string[]>(
  "list-columns",
  (stored) => Names.safeParse(stored).data ?? [],
);

/** Returns the names in the address, or else those that were chosen last. */
export const useColumnNames = ({ columns }: PetLayout): readonly string[] => {
  const chosen = useStore(chosenColumns);
  return columns ?? chosen;
};

/** Returns the fields of these columns in their order. A field that was archived or deleted is left out. */
export const useColumns = (layout: PetLayout): readonly Attribute[] => {
  const names = useColumnNames(layout);
  const { data } = useQuery({ ...attributesQuery, enabled: names.length > 0 });
  return data?.filter(({ name, isArchived }) => !isArchived && names.includes(name)) ?? [];
};
