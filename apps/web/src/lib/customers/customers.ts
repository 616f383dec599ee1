import type { Customer } from "@petstore/contract/client";
import { CustomerQuery } from "@petstore/contract/schemas";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError, ask } from "../service/api";

/** The e-mail address and the telephone number in one line. */
export const contactOf = ({ email, phone }: Customer): string => [email, phone].filter(Boolean).join(" · ");

/** Returns the text, if the contract allows a search of customers for it. */
export const searchedCustomers = (text: string | undefined): string | undefined =>
  CustomerQuery.shape.q.safeParse(text).data;

/** Reads a customer; null if they do not exist. The feed has no events about customers. */
export const customerQuery = (customerId: number | undefined) =>
  queryOptions({
    queryKey: ["customers", "one", customerId],
    queryFn: async ({ signal }): Promise<Customer | null> => {
      try {
        const params = { customerId: customerId ?? 0 };
        return (await ask((api, options) => api.customers.getCustomer({ params, ...options }), { signal })).body;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    // Erased customers never come back, so they are not asked for any more.
    enabled: ({ state: { data } }) => customerId !== undefined && data !== null,
  });

const MAX_FOUND = 20;

/** Finds customers by a text. If there is no text that can be searched for, it reads the newest. */
export const customersQuery = (text: string) => {
  const q = searchedCustomers(text);
  return queryOptions({
    queryKey: ["customers", "found", q],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly Customer[]> => {
      const query = { q, limit: MAX_FOUND };
      return (await ask((api, options) => api.customers.listCustomers({ query, ...options }), { signal })).body;
    },
  });
};
