import * as z from "zod";
import { personal } from "../http/personal.js";
import { Customer, NewCustomer } from "./customer.js";
import { ada, paid, placed } from "../examples.js";
import { Id, TextId } from "../http/identifiers.js";
import { moment } from "../http/moments.js";
import { GivenMoney, Money } from "../http/money.js";
import { Name } from "../http/names.js";
import { OrderStatus } from "./order-status.js";
import { GivenPayment, Payment } from "./payment.js";
import { Pet } from "../pet/pet.js";
import { linesPattern, linesRule, textOf } from "../pet/profile.js";
import { rule } from "../http/rules.js";
import { variantsOf } from "../http/variants.js";

/** The maximum number of characters of an order's note. */
const MAX_NOTE_LENGTH = 2_000;

const note = personal(
  textOf(linesRule(MAX_NOTE_LENGTH)).meta({
    description: "What staff must remember about the order. It may have several lines.",
    examples: ["Collects Frank on Saturday."],
    minLength: 1,
    maxLength: MAX_NOTE_LENGTH,
    pattern: linesPattern,
  }),
);

const customerId = Id.meta({ description: "Identifier of the customer.", examples: [ada.id] });
const customer = NewCustomer.optional().meta({
  description:
    "A new customer, or the one with this `email` or `phone`. If another field of theirs disagrees, the response is 409.",
});

const price = GivenMoney.meta({ description: "The price of the pet.", examples: [placed.price] });
const payment = GivenPayment;

const hasPrice = (body: { readonly price?: unknown; readonly payment?: unknown }) =>
  body.payment === undefined || body.price !== undefined;
const priceRule = { message: "needs a price; send body.price as well", path: ["payment"] };

const namesOne = (body: { readonly customer?: unknown; readonly customerId?: unknown }) =>
  body.customer === undefined || body.customerId === undefined;
const oneRule = { message: "must be omitted with customerId", path: ["customer"] };

/** Request body for placing an order. */
export const NewOrder = z
  .strictObject(
    {
      petId: Id.meta({ description: "Identifier of the pet; it must be available.", examples: [123] }),
      reference: personal(Name, "kept")
        .optional()
        .meta({
          description:
            "The buyer's own reference for the order, for example a purchase order number; not necessarily unique. 1 to 200 characters after trimming, without control characters. Not for personal data: the audit trail keeps it.",
          examples: ["PO-2026-0042"],
        }),
      customerId: customerId.optional(),
      customer,
      price: price.optional(),
      payment: payment
        .optional()
        .meta({ description: "The payment of the whole price; it needs `price`.", examples: [paid] }),
      note: note.optional(),
    },
    rule("must be a JSON object"),
  )
  .refine(namesOne, oneRule)
  .refine(hasPrice, priceRule)
  .meta({
    id: "NewOrder",
    description: "An order to place, with at most one of `customer` and `customerId`.",
    examples: [{ petId: placed.petId, reference: placed.reference }],
    ...variantsOf(
      undefined,
      {
        id: "NewOrderOfCustomer",
        description: "An order of a customer whom the store already knows, or of nobody in particular.",
        omits: ["customer"],
      },
      {
        id: "NewOrderOfNewCustomer",
        description: "An order with the data of its customer.",
        omits: ["customerId"],
        requires: ["customer"],
      },
    ),
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
    reference: NewOrder.shape.reference
      .unwrap()
      .nullable()
      .meta({ description: "The buyer's own reference; null if none was given.", examples: [placed.reference] }),
    customerId: customerId.nullable().meta({ description: "Identifier of the customer; null if none is known." }),
    price: Money.nullable().meta({
      description: "The price of the pet; null if none was agreed.",
      examples: [placed.price],
    }),
    payment: Payment.nullable().meta({
      description: "The payment of the whole price; null while it is open. An order without a price has none.",
      examples: [paid],
    }),
    note: note.nullable().optional().meta({
      description:
        "What staff must remember about the order; null if there is no note, and absent for API keys of scope `read`.",
    }),
    createdAt: moment.meta({
      description: "When the order was placed, in UTC.",
      examples: ["2026-11-21T09:30:00.000Z"],
    }),
    updatedAt: moment.meta({
      description:
        "When the order last changed, in UTC; for API keys of scope `read`, the time of the last change that they can see.",
      examples: ["2026-11-21T09:30:00.000Z"],
    }),
  })
  .meta({ id: "Order", description: "An order of one pet." });
/** See the schema of the same name. */
export type Order = z.infer<typeof Order>;

/** An order, with the related data that the request asks for. */
export const ExpandedOrder = z
  .strictObject({
    ...Order.shape,
    pet: Pet.nullable()
      .optional()
      .meta({ description: "With `expand=pet`: the pet as it is now, or null if it has been deleted." }),
    customer: Customer.nullable().optional().meta({
      description:
        "The customer as they are now, if the request has `expand=customer`; null if none is known, and absent for API keys of scope `read`.",
    }),
  })
  .meta({ id: "ExpandedOrder", description: "An order, with its pet and its customer if the request asks for them." });
/** See the schema of the same name. */
export type ExpandedOrder = z.infer<typeof ExpandedOrder>;

/** A page of orders. */
export const Orders = z.array(ExpandedOrder).meta({ id: "Orders", description: "A page of orders." });

/** Request body for changing an order. */
export const OrderChange = z
  .strictObject(
    {
      status: OrderStatus.optional(),
      customerId: customerId.nullable().optional().meta({ description: "Identifier of the customer; null for none." }),
      customer,
      price: price
        .nullable()
        .optional()
        .meta({ description: "The price of the pet; null removes it.", examples: [placed.price] }),
      payment: payment
        .nullable()
        .optional()
        .meta({
          description: "The payment of the whole price; null if it is open again. An order without a price has none.",
          examples: [paid],
        }),
      note: note
        .nullable()
        .optional()
        .meta({ description: "What staff must remember about the order; null removes the note." }),
    },
    rule("must be a JSON object"),
  )
  .refine(namesOne, oneRule)
  .meta({
    id: "OrderChange",
    description: "The fields of an order to change, with at most one of `customer` and `customerId`.",
    examples: [{ status: "approved" }],
    ...variantsOf(
      undefined,
      {
        id: "OrderChangeOfCustomer",
        description:
          "A change that gives the order a customer whom the store already knows, removes its customer, or keeps it.",
        omits: ["customer"],
      },
      {
        id: "OrderChangeOfNewCustomer",
        description: "A change that gives the order a customer with this data.",
        omits: ["customerId"],
        requires: ["customer"],
      },
    ),
  });

/** Path parameters of one order. */
export const OrderPath = z.strictObject({
  orderId: TextId.meta({ description: "Identifier of the order.", examples: [5] }),
});
