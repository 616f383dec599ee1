import type { ExpandedPet, Note } from "@petstore/contract/client";
import { queryOptions } from "@tanstack/react-query";
import { aboutPets, concernedBy } from "../../lib/service/concerns";
import { warningsQuery } from "../../lib/pets/notes";
import { readPetsById, requestsFor } from "../../lib/pets/pets-by-id";

export type CardData = { readonly pet: ExpandedPet; readonly warnings: readonly Note[] };

/** Reads what the cards show, in the order of the ids. A deleted animal is left out. */
export const cardsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ["cards", ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal, client }): Promise<readonly CardData[]> => {
      const [pets, ...pages] = await Promise.all([
        readPetsById(ids, { signal, isExpanded: true }),
        ...requestsFor(ids).map((some) => client.fetchQuery({ ...warningsQuery(some), staleTime: 0 })),
      ]);
      const warningsOf = (id: number) => pages.flatMap((page) => page.get(id) ?? []);
      return ids.flatMap((id) => {
        const pet = pets.get(id);
        return pet === undefined ? [] : [{ pet, warnings: warningsOf(id) }];
      });
    },
    ...concernedBy(aboutPets(ids, "pet", "profile", "photo", "note")),
  });
