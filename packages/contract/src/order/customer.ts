import * as z from "zod";
import { personal } from "../http/personal.js";
import { Email } from "../account/auth/email.js";
import { ada } from "../examples.js";
import { Id, TextId } from "../http/identifiers.js";
import { moment } from "../http/moments.js";
import { Name, searchIn, SearchText } from "../http/names.js";
import { Cursor, Limit } from "../http/paging.js";
import { linesPattern, linesRule, textOf } from "../pet/profile.js";
import { ownRule, rule } from "../http/rules.js";

const phoneRule =
  "must have 3 to 40 characters, at least three of them digits; the others may be spaces and + ( ) - . /";
const phonePattern = /^(?:[+()./ -]*[0-9]){3,40}[+()./ -]*$/;

const name = personal(Name.meta({ description: "The person's name.", examples: [ada.name] }));
const email = personal(
  Email.meta({
    description: "The person's e-mail address, which no other customer has.",
    examples: [ada.email],
  }),
);
const phone = personal(
  z
    .string(rule(phoneRule))
    .refine((text) => text.length <= 40 && phonePattern.test(text), ownRule(phoneRule, { rule: "phone" }))
    .meta({
      description: "The person's telephone number. No other customer has a number with the same digits.",
      examples: [ada.phone],
      minLength: 3,
      maxLength: 40,
      pattern: phonePattern.source,
    }),
);
const address = personal(
  textOf(linesRule(500)).meta({
    description: "The person's postal address, which may have several lines.",
    examples: [ada.address],
    minLength: 1,
    maxLength: 500,
    pattern: linesPattern,
  }),
);

const orNull = <Schema extends z.ZodType>(schema: Schema) => {
  const { description, examples } = schema.meta() ?? {};
  return schema.nullable().meta({ description: `${description} null if none is known.`, examples });
};

/** Request body for adding a customer. */
export const NewCustomer = z
  .strictObject(
    { name, email: email.optional(), phone: phone.optional(), address: address.optional() },
    rule("must be a JSON object"),
  )
  .meta({ id: "NewCustomer", description: "A customer who is new.", examples: [{ name: ada.name, email: ada.email }] });
/** See the schema of the same name. */
export type NewCustomer = z.infer<typeof NewCustomer>;

/**
 * What the store knows about a person who orders. API keys of scope `read` do not get this data, and the audit trail
 * does not contain it.
 */
export const Customer = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [ada.id] }),
    name,
    email: orNull(email),
    phone: orNull(phone),
    address: orNull(address),
    createdAt: moment.meta({ description: "When the customer was added, in UTC.", examples: [ada.createdAt] }),
    updatedAt: moment.meta({ description: "When the customer last changed, in UTC.", examples: [ada.updatedAt] }),
  })
  .meta({ id: "Customer", description: "What the store knows about a person who places orders." });
/** See the schema of the same name. */
export type Customer = z.infer<typeof Customer>;

/** A page of customers. */
export const Customers = z.array(Customer).meta({ id: "Customers", description: "A page of customers." });

/** Request body for changing a customer. */
export const CustomerChange = z
  .strictObject(
    {
      name: name.optional(),
      email: orNull(email).optional(),
      phone: orNull(phone).optional(),
      address: orNull(address).optional(),
    },
    rule("must be a JSON object"),
  )
  .meta({
    id: "CustomerChange",
    description: "The fields of a customer to change; null clears one.",
    examples: [{ phone: ada.phone }],
  });

/** The maximum number of orders that one request of a merge moves. */
export const MAX_MERGED_ORDERS = 1_000;

/** Request body for merging a customer into another. */
export const CustomerMerge = z
  .strictObject(
    { into: Id.meta({ description: "Identifier of the customer who gets the orders.", examples: [8] }) },
    rule("must be a JSON object"),
  )
  .meta({ id: "CustomerMerge", description: "The customer who remains after the merge.", examples: [{ into: 8 }] });
/** See the schema of the same name. */
export type CustomerMerge = z.infer<typeof CustomerMerge>;

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

/** The result of one request of a merge: how many orders it moved, and how many remain. */
export const CustomerMergeResult = z
  .strictObject({
    into: Id.meta({ description: "Identifier of the customer who gets the orders.", examples: [8] }),
    moved: count("The number of orders that this request has moved.", 3),
    remaining: count(
      "The number of orders that are still to be moved. If it is 0, the merged customer has been deleted.",
      0,
    ),
  })
  .meta({ id: "CustomerMergeResult", description: "The progress of a merge of customers." });

/** Path parameters of one customer. */
export const CustomerPath = z.strictObject({
  customerId: TextId.meta({ description: "Identifier of the customer.", examples: [ada.id] }),
});

/** The query of `GET /customers`. */
export const CustomerQuery = z.strictObject({
  limit: Limit,
  q: searchIn(
    personal(SearchText),
    "byron",
    "the name, the e-mail address or the telephone number",
    "A number such as `7` or `#7` also finds the customer with this id.",
  ),
  sameAs: TextId.optional().meta({
    description:
      "Finds the other customers who may be the same person as this one: they have the same name, ignoring case and accents, or the same telephone number with another prefix.",
    examples: [ada.id],
  }),
  // If a link would be too long, the cursor contains its filters. So the cursor is personal as well.
  cursor: personal(Cursor).optional(),
});
