import { isDeepStrictEqual } from "node:util";
import type { contract, Order, Pet } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { AppError, orderNotFound, orderTransitionRefused, paymentWithoutPrice, preconditionFailed } from "../errors.js";
import { petUpdate, updateOf } from "../operation/audit-trail.js";
import { bodyTag } from "../operation/etag.js";
import { isMatch } from "../operation/if-match.js";
import { lockPetsOfOrders } from "../pets/store/lock-pets.js";
import type { Call, LockMode, Mutation } from "../operation/mutation.js";
import { updated } from "../operation/resource-answers.js";
import { createBatchWrite } from "../pets/store/write-batch.js";
import { addsCustomer, type Taken, takeCustomers } from "./customers/take-customers.js";
import { givenMoney, orderColumns, orderOf, type OrderRow, recordedOrder, toOrder } from "./order-row.js";
import { petUnder, transitionsFrom } from "./order-transitions.js";

type Route = typeof contract.orders.updateOrder;
type Step = Call<Route>;
type Locked = { readonly order: Order; readonly moment: string };

/**
 * `moment` is the time of the change, so that `updatedAt` always increases. MATERIALIZED makes PostgreSQL read the
 * clock under the locks.
 */
const lockSql = (mode: LockMode) => `
  WITH locked AS MATERIALIZED (
    SELECT ${orderColumns.sql} FROM store_order WHERE id = ANY ($1::bigint[])
    ORDER BY id FOR UPDATE${mode === "skip" ? " SKIP LOCKED" : ""}
  )
  SELECT *, greatest(clock_timestamp(), "updatedAt" + interval '1 millisecond')::timestamptz(3) AS moment FROM locked`;

const lockStatements = { skip: lockSql("skip"), wait: lockSql("wait") };

/** Readers without access to notes see an earlier time if only the note has changed. */
const publicUpdatedAt = `CASE WHEN store_order.status = given.status AND store_order.customer_id IS NOT DISTINCT FROM given."customerId"
         AND (price_amount, price_currency, paid_at, paid_by) IS NOT DISTINCT FROM (${givenMoney})
       THEN coalesce(public_updated_at, store_order.updated_at) END`;

/**
 * Records former customers, because their erasure also erases the note if the text of the note has not been replaced
 * since.
 */
const formerCustomerIds = `CASE
       WHEN coalesce(position(store_order.note IN given.note), 0) = 0 THEN NULL
       WHEN store_order.customer_id <> given."customerId" OR (store_order.customer_id IS NOT NULL AND given."customerId" IS NULL)
         THEN array_append(array_remove(former_customer_ids, store_order.customer_id), store_order.customer_id)
       ELSE former_customer_ids END`;

const write = createBatchWrite(
  "update_orders",
  `UPDATE store_order SET status = given.status, customer_id = given."customerId", note = given.note,
     (price_amount, price_currency, paid_at, paid_by) = ROW (${givenMoney}), updated_at = given."updatedAt", public_updated_at = ${publicUpdatedAt}, former_customer_ids = ${formerCustomerIds}
   FROM jsonb_to_recordset($2::jsonb)
     AS given (id bigint, status order_status, "customerId" bigint, price jsonb, payment jsonb, note text,
       "updatedAt" timestamptz)
   WHERE store_order.id = given.id`,
);

/** Must run under the locks of the pets, because the opposite order could cause a deadlock. */
const lockOrders = async (query: Query, ids: readonly number[], mode: LockMode): Promise<Map<number, Locked>> => {
  const rows = await query<OrderRow & { readonly moment: Date }>(lockStatements[mode], [ids], `lock_orders_${mode}`);
  return new Map(rows.map((row) => [Number(row.id), { order: toOrder(row), moment: row.moment.toISOString() }]));
};

const judge = (
  { input }: Step,
  locked: Locked | undefined,
  taken: Taken | AppError | "again" | undefined,
  pets: ReadonlyMap<number, Pet>,
  mode: LockMode,
) => {
  const { params, headers, body } = input;
  if (taken === undefined || taken === "again" || taken instanceof AppError) return taken ?? "again";
  if (locked === undefined) return mode === "skip" ? "again" : orderNotFound(params.orderId);
  const { order: before, moment } = locked;
  if (!isMatch(headers["if-match"], () => [bodyTag(before)])) return preconditionFailed("order");
  const { status = before.status } = body;
  const transitions = transitionsFrom(before.status);
  if (body.status !== undefined && !transitions.includes(body.status))
    return orderTransitionRefused(before.id, before.status, transitions);
  const pet = pets.get(before.petId);
  // An open order keeps its pet from being deleted, so the pet exists, and another transaction has locked it.
  if (pet === undefined && body.status !== undefined) return "again";
  const changed = {
    status,
    customerId: body.customerId === null ? null : (taken.customerId ?? before.customerId),
    price: body.price === undefined ? before.price : body.price,
    payment: body.payment === undefined ? before.payment : body.payment,
    note: body.note === null ? null : (body.note ?? before.note),
  };
  if (changed.price === null && changed.payment !== null) return paymentWithoutPrice(before);
  const isSame = Object.entries(changed).every(([field, value]) =>
    isDeepStrictEqual(before[field as keyof Order], value),
  );
  const order = isSame ? before : orderOf({ ...before, ...changed, updatedAt: moment });
  return { before, order, pet, after: pet && petUnder(status, pet), added: taken.entries };
};

const stepAll = async (query: Query, steps: readonly Step[], mode: LockMode) => {
  const ids = steps.map(({ input: { params } }) => params.orderId);
  const customers = await takeCustomers(
    query,
    steps.map(({ input: { body } }) => body),
    mode,
  );
  const pets = await lockPetsOfOrders(query, ids, mode);
  const orders = await lockOrders(query, ids, mode);
  const verdicts = steps.map((step, at) => {
    const { orderId } = step.input.params;
    const verdict = judge(step, orders.get(orderId), customers[at], pets, mode);
    if (verdict === "again" || !("order" in verdict)) return verdict;
    // A second step of the same order needs a later moment, so it waits for another batch.
    orders.delete(orderId);
    const { before, order, pet, after, added } = verdict;
    const entries = [
      ...added,
      ...(order === before ? [] : [updateOf("order", recordedOrder(before), recordedOrder(order))]),
      ...(pet === undefined || after === undefined || after === pet ? [] : [petUpdate(pet, after)]),
    ];
    return {
      answer: updated(order),
      entries: entries.map((entry) => ({ ...entry, actor: step.caller.actor })),
      pets: after === undefined || after === pet ? [] : [after],
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

export const updateOrder = (): Mutation<Route> => ({ run: stepAll, share: { isAlone: addsCustomer } });
