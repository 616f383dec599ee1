import type * as z from "zod";
import { oneOf } from "../http/rules.js";

/**
 * The status of an order goes from `placed` to `approved` to `delivered`. An order that is not delivered yet can become
 * `cancelled`.
 */
export const OrderStatus = oneOf(["placed", "approved", "delivered", "cancelled"]).meta({
  id: "OrderStatus",
  description:
    "Status of an order: `placed` → `approved` → `delivered`, and `cancelled` from the first two. A placed or approved order is open: it reserves its pet.",
});
/** See the schema of the same name. */
export type OrderStatus = z.infer<typeof OrderStatus>;
