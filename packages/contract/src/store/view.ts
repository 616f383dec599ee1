import * as z from "zod";
import { personal } from "../http/personal.js";
import { AttributeName } from "../pet/attribute.js";
import { AuditQuery } from "../event/audit-queries.js";
import { soldDogs } from "../examples.js";
import { Id } from "../http/identifiers.js";
import { jsonParameters } from "../http/json-parameters.js";
import { moment } from "../http/moments.js";
import { NameFilter, nameOf, namePattern, searchIn } from "../http/names.js";
import { OrderQuery } from "../order/order-query.js";
import { OrderStatus } from "../order/order-status.js";
import { PetQuery } from "../pet/pet-query.js";
import { PetStatus } from "../pet/pet-status.js";
import { oneOf, rule } from "../http/rules.js";

/** The maximum number of views of one account for each page. */
export const MAX_VIEWS = 100;

/** The maximum number of views of other accounts in `GET /views`. */
export const MAX_SHARED_VIEWS = 1_000;

const pages = ["pets", "orders", "history"] as const;

/** The lists that can have views. */
export const ViewPage = oneOf(pages).meta({ description: "The list to which the view belongs.", examples: ["pets"] });
/** See the schema of the same name. */
export type ViewPage = z.infer<typeof ViewPage>;

const text = {
  description: "The view's name, unique within its account and page as people read it.",
  examples: ["Sold dogs"],
};

const isSegment = (name: string) => name !== "." && name !== "..";

/** The maximum number of characters of a view's name. */
export const MAX_VIEW_NAME_LENGTH = 60;

/**
 * The name of a view. `.` and `..` are not allowed, because clients resolve them as parts of a path, even in
 * percent-encoded form (WHATWG URL).
 */
const ViewName = personal(nameOf(MAX_VIEW_NAME_LENGTH))
  .refine(isSegment, "must not be . or ..")
  .meta({
    minLength: 1,
    maxLength: MAX_VIEW_NAME_LENGTH,
    pattern: namePattern.replace("^", "^(?!\\s*\\.\\.?\\s*$)"),
  });

const { cursor: _ofPets, offset: _offset, expand: _ofPet, ...petParameters } = PetQuery.shape;
const { cursor: _ofOrders, expand: _ofOrder, ...orderParameters } = OrderQuery.shape;
const { cursor: _ofEvents, ...eventParameters } = AuditQuery.shape;

/** The maximum number of columns of one view. */
const MAX_VIEW_COLUMNS = 50;

const columnsRule = `must have at most ${MAX_VIEW_COLUMNS} names`;

const petFields = {
  ...jsonParameters(petParameters),
  columns: z
    .array(AttributeName, rule("must be an array of names"))
    .max(MAX_VIEW_COLUMNS, columnsRule)
    .optional()
    .meta({
      description:
        "Names of attributes, for clients that show a list: the columns in addition to those of every pet. The service keeps the names as they are, even if an attribute is deleted.",
      examples: [["breed", "weight"]],
    }),
};
const orderFields = jsonParameters(orderParameters);
const historyFields = {
  ...jsonParameters(eventParameters),
  all: z
    .boolean(rule("must be true or false"))
    .optional()
    .meta({
      description:
        "Whether the view belongs to `GET /audit-events`, which needs scope `admin`, instead of `GET /history`.",
      examples: [true],
    }),
};

const queries: Readonly<Record<ViewPage, z.ZodType>> = {
  pets: z.strictObject(petFields),
  orders: z.strictObject(orderFields),
  history: z.strictObject(historyFields),
};

const [petStatuses, orderStatuses] = [PetStatus.options, OrderStatus.options];
const statusRule = `must be one of ${petStatuses.join(", ")} in a view of pets, or one of ${orderStatuses.join(", ")} in a view of orders`;

/**
 * The filters, the order and the page size of the list that a view belongs to, and the attributes that are shown for
 * each pet.
 */
export const ViewQuery = z
  .strictObject(
    {
      ...petFields,
      ...orderFields,
      ...historyFields,
      // Two lists have parameters with these names, so each schema accepts the values of both lists. Generators of
      // clients do not handle a union of objects well.
      ...jsonParameters({ q: searchIn(personal(NameFilter), "frank", "what the page's list searches") }),
      status: z
        .enum([...petStatuses, ...orderStatuses], rule(statusRule))
        .optional()
        .meta({ description: "Filters by status: of the pets, or of the orders.", examples: ["available"] }),
      sort: petFields.sort.meta({
        description: "Sort order of the pets, as in `GET /pets`, or of the orders: `id` or `-id`.",
        examples: ["-id"],
      }),
    },
    rule("must be a JSON object"),
  )
  .meta({
    id: "ViewQuery",
    description:
      "The query parameters of the page's list as JSON: numbers are JSON numbers, and `id` and `externalId` are arrays. A view of `pets` has the parameters of `GET /pets` except `cursor`, `offset` and `expand`, and also `columns`. A view of `orders` has those of `GET /orders` except `cursor` and `expand`. A view of `history` has those of `GET /audit-events` except `cursor`, and also `all`. Parameters of another page are refused.",
    examples: [{ ...soldDogs, sort: "-id" }],
  });
/** See the schema of the same name. */
export type ViewQuery = z.infer<typeof ViewQuery>;

// Requests refuse unknown fields, so ViewQuery is closed. A response may get more fields in later versions.
const SavedQuery = z.strictObject(ViewQuery.shape).meta({
  id: "SavedQuery",
  description: "The query of a saved view: the fields of `ViewQuery`.",
  examples: [{ ...soldDogs, sort: "-id" }],
});

/** A saved query of a list. */
export const View = z
  .strictObject({
    page: ViewPage,
    name: ViewName.meta(text),
    query: SavedQuery,
    isShared: z.boolean().meta({ description: "Whether the view is shared with all accounts." }),
    owner: z
      .strictObject({
        id: Id.meta({ description: "Identifier of the account.", examples: [3] }),
        name: personal(z.string(), "kept").meta({ description: "The account's name.", examples: ["Jane"] }),
      })
      .meta({ description: "The account that saved the view." }),
    isOwn: z.boolean().meta({ description: "Whether the view belongs to the account of the API key." }),
    updatedAt: moment.meta({
      description: "When the view was last saved, in UTC.",
      examples: ["2026-11-22T09:30:00.000Z"],
    }),
  })
  .meta({ id: "View", description: "A saved query of `GET /pets`, of `GET /orders` or of the history." });
/** See the schema of the same name. */
export type View = z.infer<typeof View>;

/** Views of one page, ordered by lower-case name. */
export const Views = z
  .array(View)
  .max(MAX_VIEWS + MAX_SHARED_VIEWS)
  .meta({ id: "Views", description: "Views of one page, ordered by lower-case name." });

/** Request body for saving a view. */
export const NewView = z
  .strictObject(
    {
      page: ViewPage.optional().meta({
        description: "The list to which the view belongs; `pets` when omitted.",
        examples: ["orders"],
      }),
      query: ViewQuery,
      // This has no zod `default`, because generators of clients make a property with a default required.
      isShared: z
        .boolean(rule("must be true or false"))
        .optional()
        .meta({ description: "Whether the view is shared with all accounts; `false` when omitted." }),
    },
    rule("must be a JSON object"),
  )
  .check(({ value: { page = "pets", query }, issues }) => {
    for (const issue of queries[page].safeParse(query).error?.issues ?? [])
      issues.push({ ...issue, path: ["query", ...issue.path] } as z.core.$ZodRawIssue);
  })
  .meta({ id: "NewView", description: "A view to save.", examples: [{ query: { status: "sold" }, isShared: false }] });

/** The page of a view, or of a list of views. */
export const ViewPageQuery = z.strictObject({
  page: ViewPage.default("pets").meta({ description: "The list to which the views belong.", examples: ["orders"] }),
});

/** Path parameters of one view. */
export const ViewPath = z.strictObject({
  name: ViewName.meta({
    ...text,
    description:
      "The view's name, percent-encoded (`/` is `%2F`): trimmed, then 1 to 60 Unicode code points without control characters, and neither `.` nor `..`. An existing view is found by its name as people read it: case and the way in which accents are encoded make no difference.",
  }),
});
