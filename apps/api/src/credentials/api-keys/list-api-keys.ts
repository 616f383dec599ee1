import { BASE_PATH, contract } from "@petstore/contract/routes";
import { type Filters, openQuery, readByList } from "../../operation/listing/filters.js";
import { readModelPage } from "../../operation/listing/model-page.js";
import type { ListingDeps } from "../../operation/listing/paging.js";
import type { Input, Operation } from "../../operation/operation.js";
import { shownOfKeys, toApiKey } from "./api-key-row.js";
import { inState } from "./api-key-state.js";

type Query = Input<typeof contract.apiKeys.listApiKeys>["query"];

const filters = { state: readByList } satisfies Filters<Query>;

const list = { path: `${BASE_PATH}/api-keys`, schema: contract.apiKeys.listApiKeys.query, filters };

export const listApiKeys =
  ({
    database: { db },
    cursors,
    clock,
  }: ListingDeps & { readonly clock: () => Date }): Operation<typeof contract.apiKeys.listApiKeys> =>
  async ({ query: given }) => {
    const { query, request } = openQuery(cursors, list, given);
    const { rows, headers } = await readModelPage(cursors, request, {
      model: { findMany: (page) => db.apiKey.findMany({ ...page, select: shownOfKeys() }) },
      where: query.state === undefined ? {} : inState(query.state, clock()),
      order: ["id"],
      isDescending: query.sort === "-id",
    });
    return { status: 200, body: rows.map(toApiKey), headers };
  };
