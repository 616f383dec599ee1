import type { AuditEvent, Order, Pet } from "@petstore/contract/client";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../../lib/service/api";
import { aboutOne, aboutPets, concernedBy } from "../../../lib/service/concerns";
import { queryClient } from "../../../lib/service/query-client";
import { type PetPage, petPagesKey } from "../queries";

const MAX_SHOWN = 10;

/** Looks in the loaded pages of the list, so that the drawer shows the animal at once. */
const findLoaded = (id: number): Pet | undefined =>
  queryClient
    .getQueriesData<PetPage>({ queryKey: petPagesKey })
    .flatMap(([, page]) => page?.rows ?? [])
    .find((pet) => pet.id === id);

/** Reads an animal; null if no animal has the number. */
export const petQuery = (id: number) =>
  queryOptions({
    queryKey: ["pets", "one", id],
    placeholderData: () => findLoaded(id),
    queryFn: async ({ signal }): Promise<Pet | null> => {
      const { body } = await ask((api, options) => api.pets.listPets({ query: { id: [id] }, ...options }), {
        signal,
      });
      return body[0] ?? null;
    },
    ...concernedBy(aboutPets([id], "pet")),
  });

/** The newest come first, so an open order is among them. */
export const petOrdersQuery = (id: number) =>
  queryOptions({
    queryKey: ["orders", "of-pet", id],
    queryFn: async ({ signal }): Promise<readonly Order[]> => {
      const query = { petId: id, sort: "-id", limit: MAX_SHOWN } as const;
      return (await ask((api, options) => api.orders.listOrders({ query, ...options }), { signal })).body;
    },
    ...concernedBy(aboutPets([id], "order")),
  });

const historyQuery = (kind: "pet" | "profile", id: number) =>
  queryOptions({
    queryKey: ["history", `of-${kind}`, id],
    queryFn: async ({ signal }): Promise<readonly AuditEvent[]> => {
      const query = { subject: `${kind}:${id}`, limit: MAX_SHOWN };
      return (await ask((api, options) => api.history.listHistory({ query, ...options }), { signal })).body;
    },
    ...concernedBy(aboutOne(kind, id)),
  });

export const petHistoryQuery = (id: number) => historyQuery("pet", id);

/** The changes of the animal's details. */
export const profileHistoryQuery = (id: number) => historyQuery("profile", id);

/** Returns the newest of these events, the newest first. */
export const latestOf = (...some: readonly (readonly AuditEvent[] | undefined)[]): readonly AuditEvent[] =>
  some
    .flatMap((events) => events ?? [])
    .toSorted((one, other) => other.id - one.id)
    .slice(0, MAX_SHOWN);

export const isOpenOrder = ({ status }: Order): boolean => status === "placed" || status === "approved";
