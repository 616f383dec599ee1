import type { Client } from "pg";
import { PETS } from "./open-store.js";

/**
 * The number of orders in a store with orders. They are for the first pets in its second half; all other pets are
 * available.
 */
export const ORDERS = PETS / 4;

/** Adds placed orders, so that a change of the status needs no id from an earlier response. */
export const fillOrders = async (client: Client): Promise<void> => {
  // This disables all triggers. The rows already satisfy what the triggers would check.
  await client.query("SET session_replication_role = replica");
  const first = PETS / 2;
  await client.query(
    "UPDATE pet SET status = (CASE WHEN id <= $1 THEN 'pending' ELSE 'available' END)::pet_status WHERE id > $2",
    [first + ORDERS, first],
  );
  await client.query(
    "INSERT INTO store_order (pet_id, updated_at) SELECT $1 + n, now() FROM generate_series(1, $2::bigint) AS n",
    [first, ORDERS],
  );
  await client.query("VACUUM (ANALYZE) pet");
  await client.query("VACUUM (ANALYZE) store_order");
};
