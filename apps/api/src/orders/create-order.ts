import type { contract, Order, Pet } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { AppError, orderedPetNotFound, petNotAvailable } from "../errors.js";
import { creationOf, petUpdate } from "../operation/audit-trail.js";
import { lockPets } from "../pets/store/lock-pets.js";
import type { Call, LockMode, Mutation } from "../operation/mutation.js";
import { created } from "../operation/resource-answers.js";
import { createBatchWrite } from "../pets/store/write-batch.js";
import { addsCustomer, type Taken, takeCustomers } from "./customers/take-customers.js";
import { givenMoney, orderOf, recordedOrder } from "./order-row.js";
import { petUnder } from "./order-transitions.js";

type Route = typeof contract.orders.createOrder;
type Placement = Call<Route>;

const write = createBatchWrite(
  "insert_orders",
  `INSERT INTO store_order (id, pet_id, reference, customer_id, price_amount, price_currency, paid_at, paid_by, note,
     created_at, updated_at)
   SELECT id, "petId", reference, "customerId", ${givenMoney}, note, "createdAt", "updatedAt"
   FROM jsonb_to_recordset($2::jsonb)
     AS (id bigint, "petId" bigint, reference text, "customerId" bigint, price jsonb, payment jsonb, note text,
       "createdAt" timestamptz, "updatedAt" timestamptz)`,
);

type Reserved = { readonly placement: Placement; readonly taken: Taken; readonly before: Pet; readonly after: Pet };

type Drawn = { readonly id: string; readonly moment: Date };

const drawSql = `SELECT nextval('store_order_id_seq')::text AS id, clock_timestamp()::timestamptz(3) AS moment
  FROM generate_series(1, $1::int)`;

/**
 * Must run under the locks of the pets, so that orders of the same pet never overlap, whichever replica writes them.
 */
const drawOrders = async (query: Query, reserved: readonly Reserved[]): Promise<Order[]> => {
  if (reserved.length === 0) return [];
  const drawn = await query<Drawn>(drawSql, [reserved.length], "draw_orders");
  return reserved.map(({ placement, taken }, at) => {
    const { id, moment } = drawn[at] as Drawn;
    const { petId, reference = null, price = null, payment = null, note = null } = placement.input.body;
    const createdAt = moment.toISOString();
    return orderOf({
      id: Number(id),
      petId,
      status: "placed",
      reference,
      customerId: taken.customerId ?? null,
      price,
      payment,
      note,
      createdAt,
      updatedAt: createdAt,
    });
  });
};

/** Gives each pet to the first call that wants it. */
const judge = (
  placement: Placement,
  taken: Taken | AppError | "again" | undefined,
  pets: Map<number, Pet>,
  mode: LockMode,
): Reserved | AppError | "again" => {
  const { petId } = placement.input.body;
  const before = pets.get(petId);
  if (before === undefined) return mode === "skip" ? "again" : orderedPetNotFound(petId);
  if (before.status !== "available") return petNotAvailable(petId, before.status);
  if (taken === undefined || taken === "again" || taken instanceof AppError) return taken ?? "again";
  const after = petUnder("placed", before);
  pets.set(petId, after);
  return { placement, taken, before, after };
};

const isReserved = (one: Reserved | AppError | "again"): one is Reserved => one !== "again" && "placement" in one;

const placeAll = async (query: Query, placements: readonly Placement[], mode: LockMode) => {
  const bodies = placements.map(({ input: { body } }) => body);
  const customers = await takeCustomers(query, bodies, mode);
  const ids = bodies.map(({ petId }) => petId);
  const pets = await lockPets(query, ids, mode);
  const judged = placements.map((placement, at) => judge(placement, customers[at], pets, mode));
  const reserved = judged.filter(isReserved);
  const orders = await drawOrders(query, reserved);
  const done = new Map(
    reserved.map((one, at) => {
      const { before, after, placement, taken } = one;
      const order = orders[at] as Order;
      const { actor } = placement.caller;
      const changes = [...taken.entries, creationOf("order", recordedOrder(order)), petUpdate(before, after)];
      const entries = changes.map((entry) => ({ ...entry, actor }));
      return [one, { answer: created("/orders", order), entries }];
    }),
  );
  await write(query, {
    pets: reserved.map(({ after }) => after),
    entries: [...done.values()].flatMap(({ entries }) => entries),
    orders,
  });
  return judged.map((one) => (isReserved(one) ? (done.get(one) ?? "again") : one));
};

export const createOrder = (): Mutation<Route> => ({ run: placeAll, share: { isAlone: addsCustomer } });
