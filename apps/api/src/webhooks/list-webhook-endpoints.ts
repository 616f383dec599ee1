import { BASE_PATH, type contract } from "@petstore/contract/routes";
import { Prisma } from "../generated/client.js";
import { type ListingDeps, readPage } from "../operation/listing/paging.js";
import type { Operation } from "../operation/operation.js";
import { endpointColumns, type EndpointRow, toEndpoint } from "./endpoint-table.js";

export const listWebhookEndpoints =
  ({ database, cursors }: ListingDeps): Operation<typeof contract.webhooks.listWebhookEndpoints> =>
  async ({ query: { limit, cursor } }) => {
    const { rows, headers } = await readPage<EndpointRow>(
      { pool: database.pool, cursors },
      { path: `${BASE_PATH}/webhook-endpoints`, filters: [], limit, cursor },
      {
        listing: {
          select: endpointColumns,
          from: Prisma.sql`webhook_endpoint`,
          where: [],
          order: { columns: [Prisma.sql`webhook_endpoint.id`], isDescending: false },
        },
        keyOf: ({ id }) => [Number(id)],
      },
    );
    return { status: 200, body: rows.map(toEndpoint), headers };
  };
