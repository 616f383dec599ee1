import { queryOptions, useQuery } from "@tanstack/react-query";
import { askAuth } from "../service/api";
import { polled } from "../service/query-client";

/** Reads an account. Only owners may do this. */
export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ["staff", "one", id],
    queryFn: async ({ signal }) =>
      (await askAuth((auth, options) => auth.users.getUser({ query: { id }, ...options }), { signal })).body,
    ...polled,
  });

export const useUser = (id: number) => useQuery(userQuery(id));
