import * as z from "zod";
import { TextId } from "./identifiers.js";
import { NameFilter } from "./names.js";
import { OrderStatus } from "./order-status.js";
import { Cursor, IdSort, limitOf } from "./paging.js";
import { rule } from "./rules.js";

/** The query of `GET /orders/{orderId}`. */
export const OrderExpansion = z.strictObject({
  expand: z
    .enum(["pet"], rule("must be pet"))
    .optional()
    .meta({
      description: "`pet` gives each order its pet. The `ETag` is then that of both, which `If-Match` does not take.",
      examples: ["pet"],
    }),
});

/** The query of `GET /orders`. */
export const OrderQuery = z.strictObject({
  limit: limitOf("orders"),
  status: OrderStatus.optional().meta({ description: "Filters by status.", examples: ["placed"] }),
  petId: TextId.optional().meta({ description: "Filters by pet.", examples: [123] }),
  reference: NameFilter.optional().meta({
    description:
      "Filters by a text anywhere in the reference, ignoring case as PostgreSQL's `lower` maps letters, one by one: `0042` finds `PO-2026-0042`, `strasse` does not find `Straße`. `%`, `_` and `\\` have no special meaning.",
    examples: ["PO-2026"],
  }),
  ...OrderExpansion.shape,
  sort: IdSort,
  cursor: Cursor.optional(),
});
