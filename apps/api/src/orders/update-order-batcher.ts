import type { Actor, contract, Order, OrderStatus } from "@petstore/contract/routes";
import { inTransaction } from "../database/in-transaction.js";
import type { Query } from "../database/query.js";
import type { Deps } from "../deps.js";
import { petUpdate } from "../operation/audit-trail.js";
import { batchMutations } from "../operation/batch-mutations.js";
import { bodyTag, isMatch } from "../operation/etag.js";
import type { Shortcut } from "../operation/operation.js";
import { tryLockPetsOfOrders } from "../operation/try-lock-pets.js";
import { createBatchWrite } from "../operation/write-batch.js";
import { petUnder } from "./lock-pet.js";
import { orderColumns, type OrderRow, toOrder } from "./order-row.js";
import { transitionsFrom } from "./order-status.js";
import { orderUpdate, orderUpdated } from "./update-order.js";

type Step = {
  readonly orderId: number;
  readonly ifMatch: string | undefined;
  readonly status: OrderStatus;
  readonly actor: Actor;
};
type Locked = { readonly order: Order; readonly moment: string };

/** `moment` is that of the change: `updatedAt` always increases. MATERIALIZED reads the clock under the locks. */
const lockSql = `
  WITH locked AS MATERIALIZED (
    SELECT ${orderColumns.sql} FROM store_order WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE SKIP LOCKED
  )
  SELECT *, greatest(clock_timestamp(), "updatedAt" + interval '1 millisecond')::timestamptz(3) AS moment FROM locked`;

const write = createBatchWrite(
  "update_orders",
  `UPDATE store_order SET status = given.status, updated_at = given."updatedAt"
   FROM jsonb_to_recordset($2::jsonb) AS given (id bigint, status order_status, "updatedAt" timestamptz)
   WHERE store_order.id = given.id`,
);

/** Call it under the locks of their pets: the other order could deadlock. */
const tryLockOrders = async (query: Query, ids: readonly number[]): Promise<Map<number, Locked>> => {
  const rows = await query<OrderRow & { readonly moment: Date }>(lockSql, [ids], "lock_orders");
  return new Map(rows.map((row) => [Number(row.id), { order: toOrder(row), moment: row.moment.toISOString() }]));
};

const stepAll = async (query: Query, steps: readonly Step[]) => {
  const ids = steps.map(({ orderId }) => orderId);
  const pets = await tryLockPetsOfOrders(query, ids);
  const orders = await tryLockOrders(query, ids);
  const results = steps.map(({ orderId, ifMatch, status, actor }) => {
    const locked = orders.get(orderId);
    const pet = locked && pets.get(locked.order.petId);
    if (locked === undefined || pet === undefined) return undefined;
    const { order: before, moment } = locked;
    if (!isMatch(ifMatch, () => [bodyTag(before)])) return undefined;
    if (!transitionsFrom(before.status).includes(status)) return undefined;
    // A second step of the order is left to Express: it needs a later moment.
    orders.delete(orderId);
    const order: Order = { ...before, status, updatedAt: moment };
    const after = petUnder(status, pet);
    const entries = [orderUpdate(before, order), ...(after === pet ? [] : [petUpdate(pet, after)])];
    return {
      answer: orderUpdated(order),
      entries: entries.map((entry) => ({ ...entry, actor })),
      pets: after === pet ? [] : [after],
    };
  });
  const done = results.filter((result) => result !== undefined);
  await write(query, {
    pets: done.flatMap(({ pets }) => pets),
    entries: done.flatMap(({ entries }) => entries),
    orders: done.map(({ answer }) => answer.body),
  });
  return results;
};

/** Declines a step of an order that is missing, closed, locked or no longer as `If-Match` says, or whose pet is. */
export const updateOrderBatcher = (
  deps: Pick<Deps, "database" | "responseCache" | "lanes">,
): Shortcut<typeof contract.orders.updateOrder> => {
  const step = batchMutations(
    deps,
    (steps: readonly Step[]) => inTransaction(deps.database.pool, "BEGIN", (query) => stepAll(query, steps), []),
    { name: "updateOrder" },
  );
  return ({ params: { orderId }, headers, body: { status } }, { actor, flow }) =>
    step(flow, { orderId, ifMatch: headers["if-match"], status, actor });
};
