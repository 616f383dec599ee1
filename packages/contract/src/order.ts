import * as z from "zod";
import { placed } from "./examples.js";
import { Id, TextId } from "./identifiers.js";
import { moment } from "./moments.js";
import { Name } from "./names.js";
import { OrderStatus } from "./order-status.js";
import { Pet } from "./pet.js";
import { rule } from "./rules.js";

/** Request body for placing an order. */
export const NewOrder = z
  .strictObject(
    {
      petId: Id.meta({ description: "Identifier of the pet; it must be available.", examples: [123] }),
      reference: Name.optional().meta({
        description:
          "The buyer's own reference for the order, for example a purchase order number; not necessarily unique. 1 to 200 characters after trimming, without control characters.",
        examples: ["PO-2026-0042"],
      }),
    },
    rule("must be a JSON object"),
  )
  .meta({
    id: "NewOrder",
    description: "An order to place.",
    examples: [{ petId: placed.petId, reference: placed.reference }],
  });

/** An order of one pet. */
export const Order = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [5] }),
    petId: Id.meta({
      description: "Identifier of the pet. The pet of a delivered or cancelled order may have been deleted.",
      examples: [123],
    }),
    status: OrderStatus,
    reference: NewOrder.shape.reference.meta({ description: "The buyer's own reference; absent if none was given." }),
    createdAt: moment.meta({
      description: "When the order was placed, in UTC.",
      examples: ["2026-11-21T09:30:00.000Z"],
    }),
    updatedAt: moment.meta({
      description: "When the order last changed, in UTC.",
      examples: ["2026-11-21T09:30:00.000Z"],
    }),
  })
  .meta({ id: "Order", description: "An order of one pet." });
/** See the schema of the same name. */
export type Order = z.infer<typeof Order>;

/** An order, with its pet if the request asks for it. */
export const ExpandedOrder = z
  .strictObject({
    ...Order.shape,
    pet: Pet.nullable()
      .optional()
      .meta({ description: "With `expand=pet`: the pet as it is now, or null if it has been deleted." }),
  })
  .meta({ id: "ExpandedOrder", description: "An order, with its pet if the request asks for it." });
/** See the schema of the same name. */
export type ExpandedOrder = z.infer<typeof ExpandedOrder>;

/** A page of orders. */
export const Orders = z.array(ExpandedOrder).meta({ id: "Orders", description: "A page of orders." });

/** Request body for changing the status of an order. */
export const OrderUpdate = z
  .strictObject({ status: OrderStatus }, rule("must be a JSON object"))
  .meta({ id: "OrderUpdate", description: "The new status of an order.", examples: [{ status: "approved" }] });

/** Path parameters of one order. */
export const OrderPath = z.strictObject({
  orderId: TextId.meta({ description: "Identifier of the order.", examples: [5] }),
});
