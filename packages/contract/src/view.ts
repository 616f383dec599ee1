import * as z from "zod";
import { AttributeName } from "./attribute.js";
import { soldDogs } from "./examples.js";
import { Id } from "./identifiers.js";
import { jsonParameters } from "./json-parameters.js";
import { moment } from "./moments.js";
import { nameOf, namePattern, trimmedPattern, whiteSpace } from "./names.js";
import { PetQuery } from "./pet-query.js";
import { rule } from "./rules.js";

/** The most views of one account. */
export const MAX_VIEWS = 100;

/** The most views of other accounts in `GET /views`. */
export const MAX_SHARED_VIEWS = 1_000;

const text = { description: "The view's name, unique within its account ignoring case.", examples: ["Sold dogs"] };

const isSegment = (name: string) => name !== "." && name !== "..";

/** Keeps `.` and `..` from matching. */
const notSegment = (pattern: string) => pattern.replace("^", `^(?![${whiteSpace}]*\\.\\.?[${whiteSpace}]*$)`);

/** The most characters of a view's name. */
export const MAX_VIEW_NAME_LENGTH = 60;

/** The name of a view. Clients resolve `.` and `..` as parts of a path, also percent-encoded (WHATWG URL). */
const ViewName = nameOf(MAX_VIEW_NAME_LENGTH)
  .refine(isSegment, "must not be . or ..")
  .meta({
    minLength: 1,
    maxLength: MAX_VIEW_NAME_LENGTH,
    pattern: notSegment(namePattern),
    "x-trimmed": notSegment(trimmedPattern(MAX_VIEW_NAME_LENGTH)),
  });

const { cursor: _cursor, offset: _offset, expand: _expand, ...parameters } = PetQuery.shape;

/** The most columns of one view. */
const MAX_VIEW_COLUMNS = 50;

const columnsRule = `must have at most ${MAX_VIEW_COLUMNS} names`;

/** The filters, the order and the page size of `GET /pets`, and what a client shows of each pet. */
export const ViewQuery = z
  .strictObject(
    {
      ...jsonParameters(parameters),
      columns: z
        .array(AttributeName, rule("must be an array of names"))
        .max(MAX_VIEW_COLUMNS, columnsRule)
        .optional()
        .meta({
          description:
            "Names of attributes, for clients that show a list: the columns beside those of every pet. The service keeps them as they are, also those of attributes that are deleted.",
          examples: [["breed", "weight"]],
        }),
    },
    rule("must be a JSON object"),
  )
  .meta({
    id: "ViewQuery",
    description:
      "The query parameters of `GET /pets` except `cursor`, `offset` and `expand`, as JSON: numbers are JSON numbers, and `id` is an array.",
    examples: [{ ...soldDogs, sort: "-id" }],
  });
/** See the schema of the same name. */
export type ViewQuery = z.infer<typeof ViewQuery>;

// Requests refuse unknown fields, so ViewQuery is closed; a response may gain fields.
const SavedQuery = z.strictObject(ViewQuery.shape).meta({
  id: "SavedQuery",
  description: "The query of a saved view: the fields of `ViewQuery`.",
  examples: [{ ...soldDogs, sort: "-id" }],
});

/** A saved query of `GET /pets`. */
export const View = z
  .strictObject({
    name: ViewName.meta(text),
    query: SavedQuery,
    shared: z.boolean().meta({ description: "Whether the view is shared with all accounts." }),
    owner: z
      .strictObject({
        id: Id.meta({ description: "Identifier of the account.", examples: [3] }),
        name: z.string().meta({ description: "The account's name.", examples: ["Jane"] }),
      })
      .meta({ description: "The account that saved the view." }),
    isOwn: z.boolean().meta({ description: "Whether the view belongs to the account of the API key." }),
    updatedAt: moment.meta({
      description: "When the view was last saved, in UTC.",
      examples: ["2026-11-22T09:30:00.000Z"],
    }),
  })
  .meta({ id: "View", description: "A saved query of `GET /pets`." });
/** See the schema of the same name. */
export type View = z.infer<typeof View>;

/** Views ordered by lower-case name. */
export const Views = z.array(View).meta({ id: "Views", description: "Views ordered by lower-case name." });

/** Request body for saving a view. */
export const NewView = z
  .strictObject(
    {
      query: ViewQuery,
      // No zod `default`: client generators make a property with a default required.
      shared: z
        .boolean(rule("must be true or false"))
        .optional()
        .meta({ description: "Whether the view is shared with all accounts; `false` when omitted." }),
    },
    rule("must be a JSON object"),
  )
  .meta({ id: "NewView", description: "A view to save.", examples: [{ query: { status: "sold" }, shared: false }] });

/** Path parameters of one view. */
export const ViewPath = z.strictObject({
  name: ViewName.meta({
    ...text,
    description:
      "The view's name, percent-encoded (`/` is `%2F`): trimmed, then 1 to 60 Unicode code points without control characters, and neither `.` nor `..`. Case is ignored when an existing view is looked up.",
  }),
});
