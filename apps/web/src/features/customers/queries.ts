import type { Customer, ExpandedPet, Order } from "@petstore/contract/client";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { customerQuery, searchedCustomers } from "../../lib/customers/customers";
import { readPetsById } from "../../lib/pets/pets-by-id";
import { ask } from "../../lib/service/api";
import { about, aboutPets, concernedBy } from "../../lib/service/concerns";
import { forget } from "../../lib/service/forget";
import { PAGE_SIZE } from "../../lib/service/page-links";
import { pageQuery } from "../../lib/service/page-query";
import { polled } from "../../lib/service/query-client";
import type { CustomerSearch } from "./search";

/** The number of orders in the drawer of a customer. */
const SHOWN_ORDERS = 20;

/** Reads a page of customers, the newest first. The feed has no events about customers, so the page is polled. */
export const customerPageQuery = ({ q: typed, cursor }: CustomerSearch) => {
  const query = { q: searchedCustomers(typed), cursor };
  return pageQuery(
    ["customers", "list", query],
    (given) =>
      ask((api, options) => api.customers.listCustomers({ query: { limit: PAGE_SIZE, ...query }, ...options }), given),
    polled,
  );
};

const sameKey = (customerId: number) => ["customers", "same", customerId];
const ordersKey = (customerId: number) => ["customers", "orders", customerId];

/** Clears the cache of a customer who was erased or merged into another. */
export const forgetCustomer = (id: number): Promise<void> =>
  forget(customerQuery(id).queryKey, sameKey(id), ordersKey(id));

/** The number of customers who may be the same person that the drawer lists. */
const SHOWN_SAME = 20;

/** Reads the other customers who may be the same person. */
export const sameCustomersQuery = (customerId: number) =>
  pageQuery<Customer>(
    sameKey(customerId),
    (given) => {
      const query = { sameAs: customerId, limit: SHOWN_SAME };
      return ask((api, options) => api.customers.listCustomers({ query, ...options }), given);
    },
    {},
  );

/** Reads the latest orders of a customer. */
export const customerOrdersQuery = (customerId: number) =>
  pageQuery<Order>(
    ordersKey(customerId),
    (given) => {
      const query = { customerId, sort: "-id", limit: SHOWN_ORDERS } as const;
      return ask((api, options) => api.orders.listOrders({ query, ...options }), given);
    },
    concernedBy(about("order")),
  );

/** Reads the animals of orders with their photos. An animal that was deleted is missing in the result. */
export const orderedPetsQuery = (ids: readonly number[]) => {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b);
  return queryOptions({
    queryKey: ["customers", "pets", wanted],
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<ReadonlyMap<number, ExpandedPet>> =>
      readPetsById(wanted, { signal, isExpanded: true }),
    ...concernedBy(aboutPets(wanted, "pet", "profile", "photo")),
  });
};
