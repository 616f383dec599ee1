import type { Pet } from "@petstore/contract/client";
import { MAX_PAGE_SIZE } from "@petstore/contract/schemas";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../../lib/service/api";
import { about, concernedBy } from "../../../lib/service/concerns";

const isNumber = (value: unknown): value is number => typeof value === "number";

/** Reads the ids of the animals that the first start has loaded. Stores of earlier versions have not recorded them. */
const readSampleIds = async (signal: AbortSignal): Promise<readonly number[]> => {
  const query = { action: "catalogue.import", limit: MAX_PAGE_SIZE } as const;
  const { body } = await ask((api, options) => api.history.listHistory({ query, ...options }), { signal });
  const { firstPetId, lastPetId } = body.find(({ after }) => after?.["source"] === "sample")?.after ?? {};
  if (!isNumber(firstPetId) || !isNumber(lastPetId)) return [];
  return Array.from({ length: Math.min(MAX_PAGE_SIZE, lastPetId - firstPetId + 1) }, (_, at) => firstPetId + at);
};

/** The animals of the sample that still exist. */
export const samplesQuery = queryOptions({
  queryKey: ["first-day", "samples"],
  ...concernedBy(about("pet", "catalogue")),
  queryFn: async ({ signal }): Promise<readonly Pet[]> => {
    const id = await readSampleIds(signal);
    if (id.length === 0) return [];
    const query = { id: [...id], limit: MAX_PAGE_SIZE };
    return (await ask((api, options) => api.pets.listPets({ query, ...options }), { signal })).body;
  },
});

/** Finds out whether an animal of the sample is as the first start has loaded it, and has never had an order. */
const isUntouched = async ({ id }: Pet, signal: AbortSignal): Promise<boolean> => {
  // An order changes the status of its animal, so it is in the history of the animal. The sample has recorded its own
  // animals as one import.
  const subjects = [`pet:${id}`, `profile:${id}`];
  const pages = await Promise.all(
    subjects.map((subject) =>
      ask((api, options) => api.history.listHistory({ query: { subject, limit: 1 }, ...options }), { signal }),
    ),
  );
  return pages.every(({ body }) => body.length === 0);
};

/** The animals of the sample that can be cleared, and how many must stay. */
export const clearableQuery = (samples: readonly Pet[]) =>
  queryOptions({
    queryKey: ["first-day", "clearable", samples],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const untouched = await Promise.all(
        samples.map(async (pet) => pet.status === "available" && (await isUntouched(pet, signal))),
      );
      const pets = samples.filter((_, at) => untouched[at]);
      return { pets, staying: samples.length - pets.length };
    },
  });
