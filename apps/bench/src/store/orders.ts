import type { Client } from "pg";
import { PETS } from "./open-store.js";

/**
 * How many orders a store with orders has. They are for the first pets of its second half, and all other pets are
 * available.
 */
export const ORDERS = PETS / 4;

/** Adds placed orders, so that status steps need no id from a response. */
export const fillOrders = async (client: Client): Promise<void> => {
  // This disables all triggers, because the rows satisfy them by construction.
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
