import { BASE_PATH, contract } from "@petstore/contract/routes";
import { type Filters, openQuery, readByList } from "../../operation/listing/filters.js";
import { readModelPage } from "../../operation/listing/model-page.js";
import type { ListingDeps } from "../../operation/listing/paging.js";
import type { Input, Operation } from "../../operation/operation.js";
import { shownOfKeys, toApiKey } from "./api-key-row.js";
import { withStatus } from "./api-key-status.js";

type Query = Input<typeof contract.apiKeys.listApiKeys>["query"];

const filters = { status: readByList } satisfies Filters<Query>;

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
      where: query.status === undefined ? {} : withStatus(query.status, clock()),
      order: ["id"],
      isDescending: query.sort === "-id",
    });
    return { status: 200, body: rows.map(toApiKey), headers };
  };
