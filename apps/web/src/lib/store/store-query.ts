import type { Store } from "@petstore/contract/client";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../service/api";
import { about, concernedBy } from "../service/concerns";

/** All settings of the store, with the text for contracts. */
export const storeQuery = queryOptions({
  queryKey: ["store"],
  ...concernedBy(about("store")),
  queryFn: async ({ signal }): Promise<Store> =>
    (await ask((api, options) => api.store.getStore({ ...options }), { signal })).body,
});
