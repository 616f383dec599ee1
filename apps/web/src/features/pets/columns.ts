import type { Attribute } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { attributesQuery } from "../../lib/attributes";
import { createPreference } from "../../lib/preferences";
import { useStore } from "../../lib/store";

const Names = z.array(z.string());

/** The names of the fields that the list shows beside those of every animal, in this browser. */
export const chosenColumns = createPreference<readonly string[]>(
  "list-columns",
  (stored) => Names.safeParse(stored).data ?? [],
);

/** Those fields in their order; one that was archived or deleted is left out. */
export const useColumns = (): readonly Attribute[] => {
  const names = useStore(chosenColumns);
  const { data } = useQuery({ ...attributesQuery, enabled: names.length > 0 });
  return data?.filter(({ name, isArchived }) => !isArchived && names.includes(name)) ?? [];
};
