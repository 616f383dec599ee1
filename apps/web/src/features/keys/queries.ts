import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/service/api";
import { PAGE_SIZE } from "../../lib/service/page-links";
import { pageQuery } from "../../lib/service/page-query";
import { polled } from "../../lib/service/query-client";
import type { KeySearch } from "./search";

/** A page of keys, the newest first. */
export const keysQuery = ({ state = "active", cursor }: KeySearch) => {
  const query = {
    limit: PAGE_SIZE,
    sort: "-id" as const,
    ...(state !== "all" && { state }),
    ...(cursor !== undefined && { cursor }),
  };
  return pageQuery(
    ["keys", "list", state, cursor],
    (given) => ask((api, options) => api.apiKeys.listApiKeys({ query, ...options }), given),
    polled,
  );
};

/** The keys that revoking this one with its descendants would end besides it; how many, and the first of them. */
export const descendantsQuery = (id: number) =>
  queryOptions({
    queryKey: ["keys", "descendants", id],
    queryFn: async ({ signal }) => {
      const call = { params: { keyId: id }, query: { descendants: true, dryRun: true } };
      const { body } = await ask((api, options) => api.apiKeys.revokeApiKey({ ...call, ...options }), { signal });
      const apiKeys = body?.apiKeys.filter((apiKey) => apiKey.id !== id) ?? [];
      return { apiKeys, count: (body?.count ?? 0) - ((body?.apiKeys.length ?? 0) - apiKeys.length) };
    },
    // Another key may have been made since: what the dialog shows is what it is about to end.
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
