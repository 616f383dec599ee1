import { z } from "zod";
import { Id, TextId } from "./identifiers.js";
import { moment } from "./moments.js";
import { Name } from "./names.js";
import { rule } from "./rules.js";

/** Where an order stands: `placed`, then `approved`, then `delivered`; or `cancelled`, from the first two. */
export const OrderStatus = z
  .enum(["placed", "approved", "delivered", "cancelled"], rule("must be one of placed, approved, delivered, cancelled"))
  .meta({
    id: "OrderStatus",
    description:
      "Where an order stands: `placed` → `approved` → `delivered`, and `cancelled` from the first two. An order that is placed or approved is open: it holds its animal.",
  });
/** See the schema of the same name. */
export type OrderStatus = z.infer<typeof OrderStatus>;

/** What placing an order takes. */
export const NewOrder = z
  .strictObject(
    {
      petId: Id.meta({ description: "Identifier of the animal; it must be available.", examples: [123] }),
      reference: Name.optional().meta({
        description:
          "The buyer's own mark for the order, such as a number. White space at both ends is trimmed; 1 to 200 characters, no control characters. It need not be unique.",
        examples: ["PO-2026-0042"],
      }),
    },
    rule("must be a JSON object"),
  )
  .meta({
    id: "NewOrder",
    description: "An order to be placed.",
    examples: [{ petId: 123, reference: "PO-2026-0042" }],
  });

/** A buyer's order of one animal. */
export const Order = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [5] }),
    petId: Id.meta({
      description: "Identifier of the animal. The animal of an order that is done may be gone.",
      examples: [123],
    }),
    status: OrderStatus,
    reference: NewOrder.shape.reference.meta({ description: "The buyer's own mark, where one was given." }),
    createdAt: moment.meta({ description: "When it was placed, in UTC.", examples: ["2026-11-21T09:30:00.000Z"] }),
    updatedAt: moment.meta({ description: "When it last changed, in UTC.", examples: ["2026-11-21T09:30:00.000Z"] }),
  })
  .meta({ id: "Order", description: "A buyer's order of one animal." });
/** See the schema of the same name. */
export type Order = z.infer<typeof Order>;

/** A page of orders. */
export const Orders = z.array(Order).meta({ id: "Orders", description: "A page of orders." });

/** What an order's next step takes. */
export const OrderUpdate = z
  .strictObject({ status: OrderStatus }, rule("must be a JSON object"))
  .meta({ id: "OrderUpdate", description: "Where an order is to go.", examples: [{ status: "approved" }] });

/** The path parameters of one order. */
export const OrderPath = z.strictObject({
  orderId: TextId.meta({ description: "Identifier of the order.", examples: [5] }),
});
