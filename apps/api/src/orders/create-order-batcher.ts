import type { Actor, contract, Order } from "@petstore/contract/routes";
import { inTransaction } from "../database/in-transaction.js";
import type { Query } from "../database/query.js";
import type { Deps } from "../deps.js";
import { petUpdate } from "../operation/audit-trail.js";
import { batchMutations } from "../operation/batch-mutations.js";
import type { KeyedRequest } from "../operation/keyed-request.js";
import type { Input, Shortcut } from "../operation/operation.js";
import { hasNoOutcome, outcomeKeyOf, storeOutcomes, tryLockKeys } from "../operation/store-outcomes.js";
import { tryLockPets } from "../operation/try-lock-pets.js";
import { createBatchWrite } from "../operation/write-batch.js";
import { isOrderable, orderCreation, orderPlaced } from "./create-order.js";
import { petUnder } from "./lock-pet.js";
import { toOrder } from "./order-row.js";

type Placement = {
  readonly order: Input<typeof contract.orders.createOrder>["body"];
  readonly actor: Actor;
  readonly keyed?: KeyedRequest | undefined;
};

/** The outcome of a key contains id and time, so both are drawn before it is stored. */
const drawSql = `
  WITH free AS MATERIALIZED (
    SELECT place FROM jsonb_to_recordset($1::jsonb) AS requested (place int, account_id bigint, idempotency_key text)
    WHERE ${hasNoOutcome} ORDER BY place
  )
  SELECT place, nextval('store_order_id_seq')::text AS id, clock_timestamp()::timestamptz(3) AS moment FROM free`;

const write = createBatchWrite(
  "insert_orders",
  `INSERT INTO store_order (id, pet_id, reference, created_at, updated_at)
   SELECT id, "petId", reference, "createdAt", "updatedAt" FROM jsonb_to_recordset($2::jsonb)
     AS (id bigint, "petId" bigint, reference text, "createdAt" timestamptz, "updatedAt" timestamptz)`,
);

type Drawn = { readonly place: number; readonly id: string; readonly moment: Date };

/** Call it under the locks of the pets: the orders of one pet never overlap. @returns none for a key that is stored */
const drawOrders = async (query: Query, placements: readonly Placement[]): Promise<Map<number, Order>> => {
  const requested = placements.map(({ keyed }, place) => ({ place, ...outcomeKeyOf(keyed) }));
  const drawn = await query<Drawn>(drawSql, [JSON.stringify(requested)]);
  const orders = drawn.map(({ place, id, moment }): [number, Order] => {
    const { petId, reference = null } = (placements[place] as Placement).order;
    const row = {
      id,
      petId: String(petId),
      status: "placed",
      reference,
      createdAt: moment,
      updatedAt: moment,
    } as const;
    return [place, toOrder(row)];
  });
  return new Map(orders);
};

/** @returns those whose pet they can have; each pet goes to one. */
const reserve = async (query: Query, placements: readonly Placement[]) => {
  const isFree = await tryLockKeys(query, placements);
  const petIds = placements.map(({ order }) => order.petId).filter((_, at) => isFree[at]);
  // The next statement may wait for a table, and these requests must get their 409 meanwhile.
  if (petIds.length === 0) return [];
  const pets = await tryLockPets(query, petIds);
  return placements.flatMap((placement, at) => {
    const before = isFree[at] ? pets.get(placement.order.petId) : undefined;
    if (before === undefined || !isOrderable(before)) return [];
    const after = petUnder("placed", before);
    pets.set(after.id, after);
    return [{ ...placement, at, before, after }];
  });
};

const placeAll = async (query: Query, placements: readonly Placement[]) => {
  const reserved = await reserve(query, placements);
  if (reserved.length === 0) return [];
  const orders = await drawOrders(query, reserved);
  const drawn = reserved.flatMap((one, at) => {
    const order = orders.get(at);
    return order === undefined ? [] : [{ ...one, answer: orderPlaced(order) }];
  });
  const stored = await storeOutcomes(query, drawn);
  const done = stored.map(({ at, before, after, actor, answer }) => {
    const entries = [orderCreation(answer.body), petUpdate(before, after)].map((entry) => ({ ...entry, actor }));
    return { at, after, answer, entries };
  });
  await write(query, {
    pets: done.map(({ after }) => after),
    entries: done.flatMap(({ entries }) => entries),
    orders: done.map(({ answer }) => answer.body),
  });
  const byPlace = new Map(done.map((one) => [one.at, one]));
  return placements.map((_, at) => byPlace.get(at));
};

/** Declines an order of a pet that is missing, locked or not available, and one whose key is in use or stored. */
export const createOrderBatcher = (
  deps: Pick<Deps, "database" | "responseCache" | "lanes">,
): Shortcut<typeof contract.orders.createOrder> => {
  const place = batchMutations(
    deps,
    (placements: readonly Placement[]) =>
      inTransaction(deps.database.pool, "BEGIN", (query) => placeAll(query, placements), []),
    { name: "createOrder" },
  );
  return ({ body }, { actor, flow }, keyed) => place(flow, { order: body, actor, keyed });
};
