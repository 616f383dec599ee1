import type { contract } from "@petstore/contract/routes";
import type { Database } from "../database/open-database.js";
import { orderNotFound } from "../errors.js";
import type { Operation } from "../operation/operation.js";
import { toOrder } from "./order-row.js";

export const getOrder =
  (deps: { readonly database: Database }): Operation<typeof contract.orders.getOrder> =>
  async ({ params: { orderId } }) => {
    const row = await deps.database.reads.db.order.findUnique({ where: { id: orderId } });
    if (row === null) throw orderNotFound(orderId);
    return { status: 200, body: toOrder(row) };
  };
