import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/service/api";
import { PAGE_SIZE } from "../../lib/service/page-links";
import { pageQuery } from "../../lib/service/page-query";
import { polled } from "../../lib/service/query-client";
import type { KeySearch } from "./search";

/** Reads a page of keys, the newest first. */
export const keysQuery = ({ status = "active", cursor }: KeySearch) => {
  const query = {
    limit: PAGE_SIZE,
    sort: "-id" as const,
    ...(status !== "all" && { status }),
    ...(cursor !== undefined && { cursor }),
  };
  return pageQuery(
    ["keys", "list", status, cursor],
    (given) => ask((api, options) => api.apiKeys.listApiKeys({ query, ...options }), given),
    polled,
  );
};

/** Counts the descendants that would be revoked along with this key, and reads the first of them. */
export const descendantsQuery = (id: number) =>
  queryOptions({
    queryKey: ["keys", "descendants", id],
    queryFn: async ({ signal }) => {
      const call = { params: { keyId: id }, query: { descendants: true, dryRun: true } };
      const { body } = await ask((api, options) => api.apiKeys.revokeApiKey({ ...call, ...options }), { signal });
      const apiKeys = body?.apiKeys.filter((apiKey) => apiKey.id !== id) ?? [];
      return { apiKeys, count: (body?.count ?? 0) - ((body?.apiKeys.length ?? 0) - apiKeys.length) };
    },
    // Nothing is cached, because another key may have been created since. The dialog must show exactly the keys that it
    // is about to revoke.
    gcTime: 0,
  });

export const keyQuery = (id: number) =>
  queryOptions({
    queryKey: ["keys", "one", id],
    queryFn: async ({ signal }) => {
      const call = { params: { keyId: id } };
      return (await ask((api, options) => api.apiKeys.getApiKey({ ...call, ...options }), { signal })).body;
    },
    ...polled,
  });
