import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api";
import { readPageCursors } from "../../lib/page-links";
import { live } from "../../lib/query-client";
import type { KeySearch } from "./search";

const PAGE_SIZE = 50;

/** A page of keys, the newest first. */
export const keysQuery = ({ state = "active", cursor }: KeySearch) =>
  queryOptions({
    queryKey: ["keys", "list", state, cursor],
    queryFn: async ({ signal }) => {
      const query = {
        limit: PAGE_SIZE,
        sort: "-id" as const,
        ...(state !== "all" && { state }),
        ...(cursor !== undefined && { cursor }),
      };
      const { body, headers } = await ask((api, options) => api.apiKeys.listApiKeys({ query, ...options }), {
        signal,
      });
      return { keys: body, cursors: readPageCursors(headers) };
    },
    placeholderData: keepPreviousData,
    ...live,
  });

export const keyQuery = (id: number) =>
  queryOptions({
    queryKey: ["keys", "one", id],
    queryFn: async ({ signal }) => {
      const call = { params: { keyId: id } };
      return (await ask((api, options) => api.apiKeys.getApiKey({ ...call, ...options }), { signal })).body;
    },
    ...live,
  });
