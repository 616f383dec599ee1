import * as schemas from "@petstore/contract/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { storeTables } from "../src/database/store-tables.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";

// PostgreSQL enforces what the contract promises. These tests try the same values on the schema of a field and on the
// type and the CHECKs of its column. If a rule has no CHECK, or a CHECK has another number, the results differ for one
// of the values.

type Fields = Readonly<Record<string, z.ZodType>>;

const camel = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the fields behind the columns of a table that has the name of a schema: `kennel` has those of `Kennel` and
 * `NewKennel`. Fields of requests, whose rules are the strictest, take precedence over those of responses.
 */
const fieldsOf = (name: string): Fields => {
  const named = schemas as unknown as Readonly<Record<string, z.ZodObject | undefined>>;
  return { ...named[name]?.shape, ...named[`New${name}`]?.shape };
};

/** Tables that have the same name as a schema with another meaning. */
const others: Readonly<Record<string, string>> = {
  action: "its fields are those of an event and an undo",
  category_merge: "the schema belongs to a request",
  recovery_code: "the table has a hash of it",
  webhook_delivery: "the service alone writes it",
};

/** The schemas of the tables that have other names. */
const schemaNames: Readonly<Record<string, string>> = {
  list_view: "View",
  pet_profile: "Profile",
  saved_view: "View",
  store_order: "Order",
};

const tables = storeTables.flatMap((table) => {
  const name = schemaNames[table] ?? camel(`_${table}`);
  return name in schemas && !(table in others) ? [[table, fieldsOf(name)] as const] : [];
});

const anything = /[^]*/;

/** The values for which a column and its field differ, and the reason. */
const exceptions: Readonly<Record<string, readonly [values: RegExp, why: string]>> = {
  "attribute.maximum": [anything, "the CHECK attribute_number_alone_has_its_fields is of several columns; no range"],
  "attribute.minimum": [anything, "the CHECK attribute_number_alone_has_its_fields is of several columns; no range"],
  "audit_event.action": [/^no such option$/, "the events of an older version keep the kinds of that version"],
  "customer.email": [anything, "PostgreSQL has no rule for the form of an address"],
  "list_view.page": [/^pets$/, "views of pets are in saved_view"],
  "store.time_zone": [/^a+$/, "PostgreSQL has no rule for which time zones there are"],
  "photo.pet_id": [anything, "a pet that was deleted keeps its photos, so nothing refers to it"],
  "webhook_endpoint.failures": [/^9\d{15}$/, "an integer counts them; the contract's limit is that of JSON numbers"],
  "webhook_endpoint.state_reason": [/^no such option$/, "the service alone writes it"],
  "webhook_endpoint.url": [anything, "PostgreSQL has no rule for the form of an address"],
};

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

  it.each(tables)("of %s accept exactly the values that the contract accepts", async (table, fields) => {
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
  });
});
