import * as z from "zod";
import { personal } from "../http/personal.js";
import { TextId } from "../http/identifiers.js";
import { NameFilter, searchIn, SearchText } from "../http/names.js";
import { OrderStatus } from "./order-status.js";
import { Cursor, IdSort, Limit } from "../http/paging.js";
import { expansionsOf } from "../http/expansions.js";

/** The query of `GET /orders/{orderId}`. */
export const OrderExpansion = z.strictObject({
  expand: expansionsOf(["pet", "customer"])
    .optional()
    .meta({
      description:
        "`pet` gives each order its pet, `customer` its customer, one parameter each (`expand=pet&expand=customer`). The `ETag` then also covers the pet and the customer, so `If-Match` does not accept it. API keys of scope `read` get no customer.",
      examples: [["pet"]],
    }),
});

/** The query of `GET /orders`. */
export const OrderQuery = z.strictObject({
  limit: Limit,
  status: OrderStatus.optional().meta({ description: "Filters by status.", examples: ["placed"] }),
  petId: TextId.optional().meta({ description: "Filters by pet.", examples: [123] }),
  reference: personal(NameFilter)
    .optional()
    .meta({
      description:
        "Filters by a text anywhere in the reference, ignoring case and accents: `0042` finds `PO-2026-0042`, and `strasse` finds `Straße`. `%`, `_` and `\\` have no special meaning.",
      examples: ["PO-2026"],
    }),
  customerId: TextId.optional().meta({ description: "Filters by customer.", examples: [7] }),
  q: searchIn(
    personal(SearchText),
    "frank",
    "the reference or the pet's name and, unless the API key has scope `read`, in the note or the customer's name, e-mail address or telephone number",
    "A number such as `5` or `#5` also finds the order with this id; with fewer than three characters it finds nothing else.",
  ),
  ...OrderExpansion.shape,
  sort: IdSort,
  // If a link would be too long, the cursor contains its filters. The filters may search for a person's name, so the
  // cursor counts as personal data too.
  cursor: personal(Cursor).optional(),
});
