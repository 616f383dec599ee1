import { BASE_PATH, type contract } from "@petstore/contract/routes";
import { Prisma } from "../../generated/client.js";
import type { Operation } from "../../operation/operation.js";
import { type ListingDeps, readPage, writeFilters } from "../../operation/listing/paging.js";
import { apiKeyColumns, type ApiKeyRow, toApiKey } from "./api-key-row.js";
import { isInState } from "./api-key-state.js";

export const listApiKeys =
  (deps: ListingDeps & { readonly clock: () => Date }): Operation<typeof contract.apiKeys.listApiKeys> =>
  async ({ query: { limit, cursor, state, sort } }) => {
    // `id` is the default, so cursors with and without it are interchangeable.
    const filters = writeFilters({ state, sort: sort === "id" ? undefined : sort });
    const request = { path: `${BASE_PATH}/api-keys`, filters, limit, cursor };
    const listing = {
      select: apiKeyColumns,
      from: Prisma.sql`api_key`,
      where: state === undefined ? [] : [isInState(state, deps.clock())],
      order: { columns: [Prisma.sql`id`], isDescending: sort === "-id" },
    };
    const { rows, headers } = await readPage<ApiKeyRow>({ pool: deps.database.pool, cursors: deps.cursors }, request, {
      listing,
      keyOf: ({ id }) => [Number(id)],
    });
    return { status: 200, body: rows.map(toApiKey), headers };
  };
