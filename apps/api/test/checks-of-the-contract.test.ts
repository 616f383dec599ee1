import * as schemas from "@petstore/contract/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";

// PostgreSQL enforces what the contract promises. These tests try the same values on the schema of a field and on the
// type and the CHECKs of its column. If a rule has no CHECK, or a CHECK has another number, the results differ for one
// of the values.

type Fields = Readonly<Record<string, z.ZodType>>;
const { Attribute, Category, Customer, Note, Order, Photo, Profile, Store, View, WebhookEndpoint } = schemas;

/**
 * The fields behind the columns of each table. Fields of requests, whose rules are the strictest, take precedence over
 * those of responses.
 */
const tables: Readonly<Record<string, Fields>> = {
  attribute: { ...Attribute.shape, ...schemas.NewAttribute.shape },
  category: { ...Category.shape, ...schemas.NewCategory.shape },
  customer: { ...Customer.shape, ...schemas.NewCustomer.shape },
  list_view: View.shape,
  note: { ...Note.shape, ...schemas.NewNote.shape },
  pet: { ...schemas.Pet.shape, ...schemas.NewPet.shape },
  pet_profile: Profile.shape,
  photo: Photo.shape,
  saved_view: View.shape,
  store: Store.shape,
  store_order: { ...Order.shape, ...schemas.NewOrder.shape },
  webhook_endpoint: { ...WebhookEndpoint.shape, ...schemas.NewWebhookEndpoint.shape },
  api_key: { ...schemas.ApiKey.shape, ...schemas.NewApiKey.shape },
};

const anything = /[^]*/;

/** The values about which a column and its field disagree, with the reason. */
const exceptions: Readonly<Record<string, readonly [values: RegExp, why: string]>> = {
  "attribute.maximum": [anything, "the CHECK attribute_number_alone_has_its_fields is of several columns; no range"],
  "attribute.minimum": [anything, "the CHECK attribute_number_alone_has_its_fields is of several columns; no range"],
  "customer.email": [anything, "PostgreSQL has no rule for the form of an address"],
  "list_view.page": [/^pets$/, "views of pets are in saved_view"],
  "photo.pet_id": [anything, "a pet that was deleted keeps its photos, so nothing refers to it"],
  "webhook_endpoint.failures": [/^9\d{15}$/, "an integer counts them; the contract's limit is that of JSON numbers"],
  "webhook_endpoint.state_reason": [/^no such option$/, "the service alone writes it"],
  "webhook_endpoint.url": [anything, "PostgreSQL has no rule for the form of an address"],
};

/** Tables that have the same name as a schema with another meaning. */
const others: Readonly<Record<string, string>> = {
  action: "its fields are those of an event and an undo",
  category_merge: "the schema belongs to a request",
  recovery_code: "the table has a hash of it",
  webhook_delivery: "the service alone writes it",
};

const camel = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

type Rule = {
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  enum?: unknown[];
  anyOf?: Rule[];
  $ref?: string;
};

const ruleOf = (schema: z.ZodType): Rule => {
  const { $defs = {}, ...json } = z.toJSONSchema(schema, { unrepresentable: "any" }) as Rule & {
    $defs?: Record<string, Rule>;
  };
  const named = (one: Rule): Rule => ({ ...$defs[one.$ref?.split("/").at(-1) ?? ""], ...one });
  return Object.assign({}, named(json), ...(json.anyOf ?? []).map(named));
};

/** Returns values at the edges of each rule. Some are valid, and some are not. */
const valuesOf = (schema: z.ZodType): (string | number)[] => {
  const { minLength, maxLength, minimum, maximum, enum: options } = ruleOf(schema);
  const lengths = [minLength, maxLength].flatMap((length) =>
    length === undefined ? [] : [length - 1, length, length + 1],
  );
  return [
    ...lengths.filter((length) => length >= 0).map((length) => "a".repeat(length)),
    ...(maxLength === undefined ? [] : [" a", "a ", "a\u0001", "a\u0085"]),
    ...[minimum, maximum].flatMap((edge) => (edge === undefined ? [] : [edge - 1, edge, edge + 1])),
    ...(options === undefined ? [] : [...(options as string[]).filter((one) => one !== null), "no such option"]),
  ];
};

/**
 * Tells whether the column should accept the value. A value that a schema changes is never stored in the form in which
 * it was sent.
 */
const isStored = (schema: z.ZodType, value: unknown) => {
  const { success, data } = schema.safeParse(value);
  return success && data === value;
};

describe("the CHECKs of tables", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const columnsOf = async (table: string) => {
    const { rows } = await database.pool.query<{ name: string; type: string; checks: string[] }>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, ARRAY(
         SELECT pg_get_expr(conbin, conrelid) FROM pg_constraint
         WHERE conrelid = attrelid AND contype = 'c' AND conkey = ARRAY[attnum]) AS checks
       FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
         -- What a reference refers to has the CHECKs of its id.
         AND NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = attrelid AND contype = 'f' AND conkey = ARRAY[attnum])`,
      [table],
    );
    return rows;
  };

  type Column = Awaited<ReturnType<typeof columnsOf>>[number];

  const accepts = async ({ name, type, checks }: Column, value: unknown): Promise<boolean> => {
    const all = ["true", ...checks.map((check) => `coalesce(${check}, true)`)].join(" AND ");
    try {
      const { rows } = await database.pool.query<{ ok: boolean }>(
        `SELECT ${all} AS ok, one.* FROM (SELECT $1::text::${type} AS "${name}") AS one`,
        [value],
      );
      return rows[0]?.ok === true;
    } catch {
      // The type itself refuses the value, for example an enum.
      return false;
    }
  };

  it.each(Object.entries(tables))(
    "the CHECKs of %s accept the values that the contract accepts, and no others",
    async (table, fields) => {
      const differences = [];
      for (const column of await columnsOf(table)) {
        const schema = fields[camel(column.name)];
        const place = `${table}.${column.name}`;
        if (schema === undefined) continue;
        for (const value of valuesOf(schema)) {
          if (exceptions[place]?.[0].test(String(value)) === true) continue;
          const [contract, check] = [isStored(schema, value), await accepts(column, value)];
          if (contract !== check)
            differences.push(`${place} ${JSON.stringify(value).slice(0, 20)} contract ${contract} check ${check}`);
        }
      }
      expect(differences).toEqual([]);
    },
  );

  it("are compared for each table with a schema of the contract's name", async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    );
    const named = rows.filter(({ name }) => camel(`_${name}`) in schemas).map(({ name }) => name);
    expect(named.filter((name) => !(name in tables) && !(name in others))).toEqual([]);
  });
});
