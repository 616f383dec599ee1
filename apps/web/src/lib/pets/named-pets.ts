import type { AuditEvent, Pet } from "@petstore/contract/client";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type PetNameOf, petIdOf } from "../history/describe-subject";
import { aboutPets, concernedBy } from "../service/concerns";
import { readPetsById } from "./pets-by-id";

/** Reads the animals that rows refer to by number. */
export const namedPetsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ["named-pets", ids],
    enabled: ids.length > 0,
    staleTime: 60_000,
    ...concernedBy(aboutPets(ids, "pet")),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<ReadonlyMap<number, Pet>> => readPetsById(ids, { signal }),
  });

/** Returns a function that names the animals of events which contain only their numbers. */
export const usePetNames = (events: readonly AuditEvent[]): PetNameOf => {
  const ids = [...new Set(events.flatMap((event) => petIdOf(event) ?? []))].toSorted((a, b) => a - b);
  const { data } = useQuery(namedPetsQuery(ids));
  return (id) => data?.get(id)?.name;
};
