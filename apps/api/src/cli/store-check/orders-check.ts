import type { StoreCheck } from "./check.js";
import { findFaultyRows, findInTurn } from "./faulty-rows.js";

/**
 * A pending pet without an order is not a problem, because staff may set any status of a pet that no open order holds.
 */
const kinds = [
  {
    place: "store_order",
    rule: "is open, but its pet is not pending",
    remedy: "set the pet's status to pending in psql, or cancel the order",
    select: `SELECT 'order ' || store_order.id || ' (' || store_order.status || '), pet ' || pet.id || ' (' || pet.status || ')' AS example
      FROM store_order JOIN pet ON pet.id = held_pet_id WHERE pet.status <> 'pending'`,
  },
  {
    place: "store_order.held_pet_id",
    rule: "is held by several open orders",
    remedy: "cancel all but one of them",
    select: `SELECT 'pet ' || held_pet_id AS example FROM store_order WHERE held_pet_id IS NOT NULL
      GROUP BY held_pet_id HAVING count(*) > 1`,
  },
  {
    place: "store_order.held_pet_id",
    rule: "must be the order's pet while the order is open, and null when it is closed",
    remedy: "write the order's status again: UPDATE store_order SET status = status WHERE id = …",
    select: `SELECT 'order ' || id AS example FROM store_order
      WHERE held_pet_id IS DISTINCT FROM CASE WHEN status IN ('placed', 'approved') THEN pet_id END`,
  },
];

export const ordersCheck: StoreCheck = {
  name: "orders",
  verifies: "Every open order holds its pet, no other order does, and the pet is pending.",
  run: (query, onProgress) => findInTurn(kinds, (kind) => findFaultyRows(query, kind), onProgress),
};
