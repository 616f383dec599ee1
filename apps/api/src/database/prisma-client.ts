import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool } from "pg";
import { type Prisma, PrismaClient } from "../generated/client.js";
import { createStatementNames, nameOfConstant } from "./statement-names.js";

/** How long a pool waits for a connection. */
export const CONNECTION_TIMEOUT_MS = 3_000;

type Field<Name extends string, Stored, Given> = {
  readonly needs: { readonly [Key in Name]: true };
  readonly compute: (row: { readonly [Key in Name]: Stored }) => Given;
};

/** Declares, for each field, a computed field with the same name, which replaces it in Prisma's types. */
type Convert<Stored, Given> = <const Names extends string>(
  ...names: readonly Names[]
) => { readonly [Name in Names]: Field<Name, Stored, Given> };

const converting = <Stored, Given>(convert: (stored: Stored) => Given): Convert<Stored, Given> => {
  const field = (name: string) => ({
    needs: { [name]: true },
    compute: (row: Readonly<Record<string, Stored>>) => convert(row[name] as Stored),
  });
  const fields = (...names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, field(name)]));
  return fields as Convert<Stored, Given>;
};

const ids = converting((id: bigint) => Number(id));
const optionalIds = converting((id: bigint | null) => (id === null ? null : Number(id)));
const idLists = converting((all: readonly bigint[]) => all.map(Number));
const optionalNumbers = converting((number: Prisma.Decimal | null) => number && Number(number));
/** `-infinity` is the only time in the tables that is not a date. Prisma returns an invalid date for it. */
const textOf = (time: Date) => (Number.isNaN(time.getTime()) ? "-infinity" : time.toISOString());
const times = converting(textOf);
const optionalTimes = converting((time: Date | null) => time && textOf(time));

/**
 * The fields that models return in the form of the contract (docs/decisions/0118-ids-and-times-of-models.md). An id is
 * at most 2^53 - 1, the maximum of its sequence, so it fits into a number. In `data` and `where` Prisma accepts numbers
 * and texts for these fields.
 */
export const converted = {
  attribute: { ...ids("id"), ...idLists("categoryIds"), ...times("createdAt", "updatedAt") },
  category: { ...ids("id"), ...times("createdAt", "updatedAt") },
  customer: { ...ids("id"), ...times("createdAt", "updatedAt") },
  listView: { ...ids("id", "accountId"), ...times("updatedAt") },
  note: { ...ids("id", "petId"), ...times("createdAt", "updatedAt") },
  order: {
    ...ids("id", "petId"),
    ...optionalIds("customerId", "heldPetId"),
    ...idLists("formerCustomerIds"),
    ...times("createdAt", "updatedAt"),
    ...optionalNumbers("priceAmount"),
    ...optionalTimes("paidAt", "publicUpdatedAt"),
  },
  pet: ids("id", "categoryId"),
  petProfile: { ...ids("petId"), ...times("updatedAt"), ...optionalTimes("publicUpdatedAt") },
  photo: {
    ...ids("id", "petId"),
    ...times("createdAt"),
    ...optionalTimes("updatedAt", "deletedAt", "petMissingSince"),
  },
  savedView: { ...ids("id", "accountId"), ...times("updatedAt") },
  store: optionalTimes("updatedAt", "lastBackupAt"),
  webhookDelivery: {
    ...ids("id", "endpointId"),
    ...times("createdAt"),
    ...optionalTimes("lastAttemptAt", "nextAttemptAt"),
  },
  webhookEndpoint: {
    ...ids("id"),
    ...times("statusSince", "createdAt", "updatedAt"),
    ...optionalTimes("failingSince", "lastSuccessAt", "nextProbeAt", "oldSecretUntil"),
  },
} as const;

type Row = Record<string, unknown>;

const fieldsOf: Readonly<Record<string, Readonly<Record<string, { readonly compute: (row: never) => unknown }>>>> =
  converted;

const convertRow = (model: string, row: unknown): unknown => {
  if (typeof row !== "object" || row === null) return row;
  for (const [name, { compute }] of Object.entries(fieldsOf[model] ?? {}))
    if (name in row) (row as Row)[name] = compute(row as never);
  return row;
};

const uncapitalize = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/**
 * Extends the client only to change its type. A real extension would return rows with a getter for each field and a
 * symbol, which are not equal to any plain object.
 */
const declare = (client: PrismaClient) => client.$extends({ name: "ids and times", result: converted });

/** Prisma's client, whose models return ids as numbers and times as RFC 3339 texts. */
export type Db = ReturnType<typeof declare>;

/** The client within a transaction. */
export type Tx = Parameters<Parameters<Db["$transaction"]>[0]>[0];

/** Converts the rows themselves, so that they remain plain objects. */
const extend = (client: PrismaClient): Db => {
  const extended: unknown = client.$extends({
    name: "ids and times",
    query: {
      $allModels: {
        $allOperations: async ({ model, args, query }) => {
          const result: unknown = await query(args);
          const name = uncapitalize(model);
          return Array.isArray(result) ? result.map((row) => convertRow(name, row)) : convertRow(name, result);
        },
      },
    },
  });
  return extended as Db;
};

/** Clients of several pools share the names, so that each name stands for one text. */
const nameOfModel = createStatementNames("model", { maxNames: 64, minSeen: 8 });

/**
 * Names the statements that PostgreSQL plans once for each connection: constant ones of our own, and the most frequent
 * ones of models. A list of values has another text for each of its lengths, so it gets no name.
 */
const namesIn =
  (schema: string) =>
  ({ sql }: { readonly sql: string }): string | undefined => {
    const isOfModel = sql.includes(`"${schema}"."`) && !/ IN \(\$\d+,/.test(sql);
    return nameOfConstant(sql) ?? (isOfModel ? nameOfModel(sql) : undefined);
  };

/** @param schema - The schema of the tables. By default Prisma would look in `public`. */
export const openPrisma = (pool: Pool, schema: string): Db =>
  extend(
    new PrismaClient({
      // The adapter passes the name on to pg, which also accepts undefined.
      adapter: new PrismaPg(pool, { schema, statementNameGenerator: namesIn(schema) as () => string }),
      // This is longer than the pool's own limit, so that the error comes from the pool.
      transactionOptions: { maxWait: CONNECTION_TIMEOUT_MS + 1_000 },
    }),
  );
