import type { contract } from "@petstore/contract/routes";
import type { Database } from "../database/open-database.js";
import { orderNotFound } from "../errors.js";
import { Prisma } from "../generated/client.js";
import { seenBy } from "../credentials/scopes.js";
import type { Operation } from "../operation/operation.js";
import { expandedOrderColumns, type ExpandedOrderRow, toExpandedOrder } from "./order-row.js";

export const getOrder =
  (deps: { readonly database: Database }): Operation<typeof contract.orders.getOrder> =>
  async ({ params: { orderId }, query: { expand } }, _flow, reader) => {
    const columns = expandedOrderColumns(expand, seenBy(reader));
    const { rows } = await deps.database.reads.pool.query<ExpandedOrderRow>(
      Prisma.sql`SELECT ${columns} FROM store_order WHERE id = ${orderId}::bigint`,
    );
    const [row] = rows;
    if (row === undefined) throw orderNotFound(orderId);
    return { status: 200, body: toExpandedOrder(row) };
  };
