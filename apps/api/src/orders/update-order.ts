import type { contract, Order, Pet } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { orderNotFound, orderTransitionRefused, preconditionFailed } from "../errors.js";
import { petUpdate, updateOf } from "../operation/audit-trail.js";
import { bodyTag, isMatch } from "../operation/etag.js";
import { lockPetsOfOrders } from "../pets/store/lock-pets.js";
import { type Call, type LockMode, type Mutation, type MutationDeps, openMutation } from "../operation/mutation.js";
import { updated } from "../operation/resource-answers.js";
import { createBatchWrite } from "../pets/store/write-batch.js";
import { orderColumns, type OrderRow, toOrder } from "./order-row.js";
import { petUnder, transitionsFrom } from "./order-status.js";

type Route = typeof contract.orders.updateOrder;
type Step = Call<Route>;
type Locked = { readonly order: Order; readonly moment: string };

/** `moment` is that of the change: `updatedAt` always increases. MATERIALIZED reads the clock under the locks. */
const lockSql = (mode: LockMode) => `
  WITH locked AS MATERIALIZED (
    SELECT ${orderColumns.sql} FROM store_order WHERE id = ANY ($1::bigint[])
    ORDER BY id FOR UPDATE${mode === "skip" ? " SKIP LOCKED" : ""}
  )
  SELECT *, greatest(clock_timestamp(), "updatedAt" + interval '1 millisecond')::timestamptz(3) AS moment FROM locked`;

const lockStatements = { skip: lockSql("skip"), wait: lockSql("wait") };

const write = createBatchWrite(
  "update_orders",
  `UPDATE store_order SET status = given.status, updated_at = given."updatedAt"
   FROM jsonb_to_recordset($2::jsonb) AS given (id bigint, status order_status, "updatedAt" timestamptz)
   WHERE store_order.id = given.id`,
);

/** Call it under the locks of their pets: the other order could deadlock. */
const lockOrders = async (query: Query, ids: readonly number[], mode: LockMode): Promise<Map<number, Locked>> => {
  const rows = await query<OrderRow & { readonly moment: Date }>(lockStatements[mode], [ids], `lock_orders_${mode}`);
  return new Map(rows.map((row) => [Number(row.id), { order: toOrder(row), moment: row.moment.toISOString() }]));
};

const judge = ({ input }: Step, locked: Locked | undefined, pets: ReadonlyMap<number, Pet>, mode: LockMode) => {
  const { params, headers, body } = input;
  if (locked === undefined) return mode === "skip" ? "again" : orderNotFound(params.orderId);
  const { order: before, moment } = locked;
  if (!isMatch(headers["if-match"], () => [bodyTag(before)])) return preconditionFailed("order");
  const transitions = transitionsFrom(before.status);
  if (!transitions.includes(body.status)) return orderTransitionRefused(before.id, before.status, transitions);
  const pet = pets.get(before.petId);
  // An open order keeps its pet: it exists, and another transaction has locked it.
  if (pet === undefined) return "again";
  return {
    before,
    order: { ...before, status: body.status, updatedAt: moment },
    pet,
    after: petUnder(body.status, pet),
  };
};

const stepAll = async (query: Query, steps: readonly Step[], mode: LockMode) => {
  const ids = steps.map(({ input: { params } }) => params.orderId);
  const pets = await lockPetsOfOrders(query, ids, mode);
  const orders = await lockOrders(query, ids, mode);
  const verdicts = steps.map((step) => {
    const { orderId } = step.input.params;
    const verdict = judge(step, orders.get(orderId), pets, mode);
    if (verdict === "again" || !("order" in verdict)) return verdict;
    // A second step of the order needs a later moment.
    orders.delete(orderId);
    const { before, order, pet, after } = verdict;
    const entries = [updateOf("order", before, order), ...(after === pet ? [] : [petUpdate(pet, after)])];
    return {
      answer: updated(order),
      entries: entries.map((entry) => ({ ...entry, actor: step.caller.actor })),
      pets: after === pet ? [] : [after],
    };
  });
  const done = verdicts.filter((verdict) => verdict !== "again" && "answer" in verdict);
  await write(query, {
    pets: done.flatMap((one) => one.pets),
    entries: done.flatMap(({ entries }) => entries),
    orders: done.map(({ answer }) => answer.body),
  });
  return verdicts;
};

export const updateOrder = (deps: MutationDeps): Mutation<Route> =>
  openMutation<Route>(deps, { name: "updateOrder", run: stepAll });
