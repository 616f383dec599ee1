import type { AuditEvent, Customer, ExpandedOrder, ExpandedPet, Order, OrderStatus } from "@petstore/contract/client";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { customerQuery } from "../../lib/customers/customers";
import { ApiError, ask } from "../../lib/service/api";
import { about, aboutOne, aboutPets, anyOf, concernedBy } from "../../lib/service/concerns";
import { PAGE_SIZE } from "../../lib/service/page-links";
import { type Page, pageQuery, toPage } from "../../lib/service/page-query";
import { readPetsById } from "../../lib/pets/pets-by-id";
import { readOrder } from "../../lib/orders/read-order";
import { type OrderSearch, searchedFor } from "./search";

type Filters = Pick<OrderSearch, "status" | "petId" | "customerId" | "q" | "sort" | "cursor">;

const COLUMN_SIZE = 20;
const LATEST = 8;

/** Reads orders with their customers, who are named wherever orders are listed. */
const listOrders = (
  { limit, ...filters }: Filters & { readonly limit: number },
  given: { readonly signal: AbortSignal },
) => {
  const query = { limit, expand: ["customer" as const], ...filters };
  return ask((api, options) => api.orders.listOrders({ query, ...options }), given);
};

export const ordersQuery = ({ status, petId, customerId, q: typed, sort = "-id", cursor }: Filters) => {
  const query = { status, petId, customerId, q: searchedFor({ q: typed }), sort, cursor };
  return pageQuery(
    ["orders", "list", query],
    (given) => listOrders({ limit: PAGE_SIZE, ...query }, given),
    concernedBy(petId === undefined ? about("order") : aboutPets([petId], "order")),
  );
};

/** Reads the orders with an open status, the oldest first. It reads more on demand. */
export const columnQuery = (status: OrderStatus) =>
  infiniteQueryOptions({
    queryKey: ["orders", "column", status],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }) =>
      toPage(await listOrders({ limit: COLUMN_SIZE, status, cursor: pageParam }, { signal })),
    getNextPageParam: ({ cursors }: Page<ExpandedOrder>) => cursors.next,
    ...concernedBy(about("order")),
  });

/** Reads the latest orders with a final status. */
export const latestQuery = (status: OrderStatus) =>
  queryOptions({
    queryKey: ["orders", "latest", status],
    queryFn: async ({ signal }) => toPage(await listOrders({ limit: LATEST, status, sort: "-id" }, { signal })),
    ...concernedBy(about("order")),
  });

/** Reads an order; null if it does not exist. */
export const orderQuery = (orderId: number | undefined) =>
  queryOptions({
    queryKey: ["orders", "one", orderId],
    enabled: orderId !== undefined,
    queryFn: async ({ signal }): Promise<Order | null> => {
      try {
        return orderId === undefined ? null : await readOrder(orderId, signal);
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    ...concernedBy(aboutOne("order", orderId)),
  });

/** The limit is high enough for the few steps of an order and some changes of its note. */
const MAX_STEPS = 50;

/** Reads the data that a printed order shows in addition to the order itself. */
export type OnPaper = {
  readonly events: readonly AuditEvent[];
  readonly pet: ExpandedPet | undefined;
  readonly customer: Customer | undefined;
};

/** Reads which steps an order had, who did them and when, the newest first. */
export const stepsQuery = ({ id }: Pick<Order, "id">) =>
  queryOptions({
    queryKey: ["orders", "steps", id],
    queryFn: async ({ signal }): Promise<readonly AuditEvent[]> => {
      const query = { subject: `order:${id}`, limit: MAX_STEPS };
      return (await ask((api, options) => api.history.listHistory({ query, ...options }), { signal })).body;
    },
    ...concernedBy(aboutOne("order", id)),
  });

export const onPaperQuery = ({ id, petId, customerId }: Order) =>
  queryOptions({
    queryKey: ["orders", "on-paper", id, customerId],
    queryFn: async ({ signal, client }): Promise<OnPaper> => {
      const [events, customer, pets] = await Promise.all([
        client.fetchQuery(stepsQuery({ id })),
        customerId === null ? undefined : client.fetchQuery(customerQuery(customerId)),
        readPetsById([petId], { signal, isExpanded: true }),
      ]);
      return { events, pet: pets.get(petId), customer: customer ?? undefined };
    },
    ...concernedBy(anyOf(aboutOne("order", id), aboutPets([petId], "pet", "profile", "photo"))),
  });

export type PetsById = ReadonlyMap<number, ExpandedPet>;

/** See {@link shownPets}. */
export type ShownPets = PetsById | "unknown" | undefined;

/**
 * @returns the animals; undefined while they are loading. Animals that could not be loaded are `unknown`, so that a row
 * shows their number.
 */
export const shownPets = ({ data, error }: { readonly data: PetsById | undefined; readonly error: unknown }) =>
  data ?? (error === null ? undefined : "unknown");

/**
 * Reads the animals of the visible orders with their photos and values. An animal that was deleted is missing in the
 * result.
 */
export const petsQuery = (ids: readonly number[]) => {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b);
  return queryOptions({
    queryKey: ["orders", "pets", wanted],
    enabled: wanted.length > 0,
    staleTime: 60_000,
    ...concernedBy(aboutPets(wanted, "pet", "profile", "photo")),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<PetsById> => readPetsById(wanted, { signal, isExpanded: true }),
  });
};
