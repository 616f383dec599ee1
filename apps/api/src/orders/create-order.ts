import type { contract, Order, Pet } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { orderedPetNotFound, petNotAvailable } from "../errors.js";
import { creationOf, petUpdate } from "../operation/audit-trail.js";
import { lockPets } from "../pets/store/lock-pets.js";
import { type Call, type LockMode, type Mutation, type MutationDeps, openMutation } from "../operation/mutation.js";
import { created } from "../operation/resource-answers.js";
import { createBatchWrite } from "../pets/store/write-batch.js";
import { toOrder } from "./order-row.js";
import { petUnder } from "./order-status.js";

type Route = typeof contract.orders.createOrder;
type Placement = Call<Route>;

const write = createBatchWrite(
  "insert_orders",
  `INSERT INTO store_order (id, pet_id, reference, created_at, updated_at)
   SELECT id, "petId", reference, "createdAt", "updatedAt" FROM jsonb_to_recordset($2::jsonb)
     AS (id bigint, "petId" bigint, reference text, "createdAt" timestamptz, "updatedAt" timestamptz)`,
);

type Drawn = { readonly id: string; readonly moment: Date };

const drawSql = `SELECT nextval('store_order_id_seq')::text AS id, clock_timestamp()::timestamptz(3) AS moment
  FROM generate_series(1, $1::int)`;

/** Call it under the locks of the pets: the orders of one pet never overlap, whichever replica writes them. */
const drawOrders = async (query: Query, placements: readonly Placement[]): Promise<Order[]> => {
  if (placements.length === 0) return [];
  const drawn = await query<Drawn>(drawSql, [placements.length], "draw_orders");
  return placements.map(({ input: { body } }, at) => {
    const { id, moment } = drawn[at] as Drawn;
    const { petId, reference = null } = body;
    const times = { createdAt: moment, updatedAt: moment };
    return toOrder({ id, petId: String(petId), status: "placed", reference, ...times });
  });
};

/** Each pet goes to the first call. */
const judge = (placement: Placement, pets: Map<number, Pet>, mode: LockMode) => {
  const { petId } = placement.input.body;
  const before = pets.get(petId);
  if (before === undefined) return mode === "skip" ? "again" : orderedPetNotFound(petId);
  if (before.status !== "available") return petNotAvailable(petId, before.status);
  const after = petUnder("placed", before);
  pets.set(petId, after);
  return { placement, before, after };
};

const placeAll = async (query: Query, placements: readonly Placement[], mode: LockMode) => {
  const ids = placements.map(({ input: { body } }) => body.petId);
  const pets = await lockPets(query, ids, mode);
  const judged = placements.map((placement) => judge(placement, pets, mode));
  const reserved = judged.filter((one) => one !== "again" && "placement" in one);
  const orders = await drawOrders(
    query,
    reserved.map(({ placement }) => placement),
  );
  const done = new Map(
    reserved.map((one, at) => {
      const { before, after, placement } = one;
      const order = orders[at] as Order;
      const { actor } = placement.caller;
      const entries = [creationOf("order", order), petUpdate(before, after)].map((entry) => ({ ...entry, actor }));
      return [one, { answer: created("/orders", order), entries }];
    }),
  );
  await write(query, {
    pets: reserved.map(({ after }) => after),
    entries: [...done.values()].flatMap(({ entries }) => entries),
    orders,
  });
  return judged.map((one) => (one !== "again" && "placement" in one ? (done.get(one) ?? "again") : one));
};

export const createOrder = (deps: MutationDeps): Mutation<Route> =>
  openMutation<Route>(deps, { name: "createOrder", run: placeAll });
