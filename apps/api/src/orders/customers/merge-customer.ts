import { BASE_PATH, type contract, type Customer, MAX_MERGED_ORDERS } from "@petstore/contract/routes";
import { lockRows } from "../../database/lock-row.js";
import { queryOf } from "../../database/query.js";
import { mergedCustomerNotFound, invalidAt } from "../../errors.js";
import { updateOf } from "../../operation/audit-trail.js";
import type { MutationContext, Operation, Transaction } from "../../operation/operation.js";
import { recordedOrder, toOrder } from "../order-row.js";
import type { CustomerResource } from "./customer-resource.js";
import { recordedCustomer, withoutPersonalData } from "./customer-table.js";
import { forgetCreations } from "./erase-customers.js";
import { eraseViews } from "./erase-views.js";

type Merge = { readonly from: number; readonly into: number };
type Change = Pick<MutationContext, "tx" | "record">;

const step = { orderBy: { id: "asc" }, take: MAX_MERGED_ORDERS } as const;
/** The maximum number of stored outcomes that are in memory at once. */
const OUTCOMES_READ = 100;
const formerOf = (id: number) => ({ formerCustomerIds: { has: id } });

/** Moves the next orders. Nobody can add orders for the customer, because the customer is locked for the deletion. */
const moveOrders = async ({ tx, record }: Change, { from, into }: Merge): Promise<number> => {
  const next = await tx.order.findMany({ where: { customerId: from }, select: { id: true }, ...step });
  const ids = next.map(({ id }) => id);
  const locked = await lockRows(tx, "order", ids, "update");
  // Somebody may have taken the customer from an order before it was locked.
  const rows = await tx.order.findMany({ where: { id: { in: ids }, customerId: from }, orderBy: { id: "asc" } });
  if (rows.length === 0) return 0;
  const latest = Math.max(...rows.map((row) => Date.parse(row.updatedAt) + 1), ...[...locked.values()].map(Number));
  const updatedAt = new Date(latest);
  const where = { id: { in: rows.map(({ id }) => id) } };
  await tx.order.updateMany({ where, data: { customerId: into, updatedAt, publicUpdatedAt: null } });
  for (const row of rows) {
    const after = { ...row, customerId: into, updatedAt };
    record(updateOf("order", recordedOrder(toOrder(row)), recordedOrder(toOrder(after))));
  }
  return rows.length;
};

/** An erasure of the other customer must also find the notes of orders that once belonged to this customer. */
const moveFormerOrders = async (tx: Transaction, { from, into }: Merge): Promise<void> => {
  const next = await tx.order.findMany({ where: formerOf(from), select: { id: true }, ...step });
  const ids = next.map(({ id }) => id);
  await lockRows(tx, "order", ids, "update");
  for (const { id, formerCustomerIds } of await tx.order.findMany({ where: { id: { in: ids } } })) {
    const former = new Set(formerCustomerIds.map((one) => (one === from ? into : one)));
    await tx.order.update({ where: { id }, data: { formerCustomerIds: [...former] }, select: { id: true } });
  }
};

/** Repeats of requests answer with the remaining customer, so that an erasure also finds the stored outcomes. */
const moveOutcomes = async (tx: Transaction, { from, into }: Merge): Promise<void> => {
  await forgetCreations(tx, [from]);
  const named = `,"customerId":${from},`;
  const headers = { path: ["Location"], string_starts_with: `${BASE_PATH}/orders/` };
  const where = { status: 201, headers, body: { contains: named } };
  // An outcome that was moved no longer names the customer, so each turn reads other outcomes.
  for (;;) {
    const outcomes = await tx.storedOutcome.findMany({ where, take: OUTCOMES_READ });
    for (const { accountId, idempotencyKey, body } of outcomes) {
      await tx.storedOutcome.update({
        where: { accountId_idempotencyKey: { accountId, idempotencyKey } },
        data: { body: body.replaceAll(named, `,"customerId":${into},`) },
      });
    }
    if (outcomes.length < OUTCOMES_READ) return;
  }
};

/** Returns the fields that the remaining customer lacks and the other customer has. */
const missingIn = (into: Customer, from: Customer) =>
  Object.fromEntries(
    (["email", "phone", "address"] as const).flatMap((field) =>
      into[field] === null && from[field] !== null ? [[field, from[field]]] : [],
    ),
  );

export const mergeCustomer =
  (customers: CustomerResource): Operation<typeof contract.customers.mergeCustomer> =>
  async (request, context) => {
    const { tx, record } = context;
    const merge = { from: request.params.customerId, into: request.body.into };
    const { from, into } = merge;
    if (from === into) throw invalidAt("body.into", "must not be the customer that is merged");
    // Both customers are locked together, so that two opposite merges cannot deadlock.
    const locked = await lockRows(tx, "customer", [from, into], "deletion");
    const { one: merged } = await customers.lock(tx, request, "deletion");
    const lockedAt = locked.get(into);
    if (lockedAt === undefined) throw mergedCustomerNotFound(into);
    const moved = await moveOrders(context, merge);
    await moveFormerOrders(tx, merge);
    const remaining = await tx.order.count({ where: { OR: [{ customerId: from }, formerOf(from)] } });
    if (remaining > 0) return { status: 200, body: { into, moved, remaining } };
    await moveOutcomes(tx, merge);
    await tx.customer.delete({ where: { id: from }, select: { id: true } });
    const one = await customers.find(tx, { params: { customerId: into } });
    await customers.change({ one, lockedAt }, missingIn(one, merged), { tx, record: withoutPersonalData(record) });
    await eraseViews(queryOf(tx), [merged], []);
    const subject = { kind: "customer", id: from } as const;
    record({ action: "customer.merge", subject, before: recordedCustomer(merged), after: { into } });
    return { status: 200, body: { into, moved, remaining } };
  };
