import { BASE_PATH, contract } from "@petstore/contract/routes";
import type { StoredId } from "../../database/query.js";
import { Prisma } from "../../generated/client.js";
import type { Input, Operation } from "../../operation/operation.js";
import { conditionsOf, type Filters, openQuery, givenIn } from "../../operation/listing/filters.js";
import { type ListingDeps, readPage } from "../../operation/listing/paging.js";
import { findApiKeys } from "./api-key-row.js";
import { isInState } from "./api-key-state.js";

type Query = Input<typeof contract.apiKeys.listApiKeys>["query"];

const filters = { state: { condition: isInState } } satisfies Filters<Query, Date>;

const list = { path: `${BASE_PATH}/api-keys`, schema: contract.apiKeys.listApiKeys.query, filters };

export const listApiKeys =
  ({
    database,
    cursors,
    clock,
  }: ListingDeps & { readonly clock: () => Date }): Operation<typeof contract.apiKeys.listApiKeys> =>
  async ({ query: given }) => {
    const { query, request } = openQuery(cursors, list, given);
    const listing = {
      select: Prisma.sql`id`,
      from: Prisma.sql`api_key`,
      where: conditionsOf(givenIn(filters, query), clock()),
      order: { columns: [Prisma.sql`id`], isDescending: query.sort === "-id" },
    };
    const { rows, headers } = await readPage<{ readonly id: StoredId }>({ pool: database.pool, cursors }, request, {
      listing,
      keyOf: ({ id }) => [Number(id)],
    });
    const apiKeys = await findApiKeys(database.db, { id: { in: rows.map(({ id }) => BigInt(id)) } });
    return { status: 200, body: query.sort === "-id" ? apiKeys.toReversed() : apiKeys, headers };
  };
