import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool } from "pg";
import { PrismaClient } from "../generated/client.js";

/** How long a pool waits for a connection. */
export const CONNECTION_TIMEOUT_MS = 3_000;

type Field<Name extends string, Stored, Given> = {
  readonly needs: { readonly [Key in Name]: true };
  readonly compute: (row: { readonly [Key in Name]: Stored }) => Given;
};

/** Each field by a computed one of the same name, which Prisma returns in its stead. */
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
const times = converting((time: Date) => time.toISOString());
const optionalTimes = converting((time: Date | null) => time?.toISOString() ?? null);

/**
 * The fields that models return as the contract has them (docs/decisions/0118-ids-and-times-of-models.md). An id is at most
 * 2^53 - 1, the maximum of its sequence, so a number holds it. In `data` and `where` Prisma takes numbers and texts for both.
 */
export const converted = {
  attribute: { ...ids("id"), ...idLists("categoryIds") },
  category: ids("id"),
  customer: { ...ids("id"), ...times("createdAt", "updatedAt") },
  listView: { ...ids("id", "accountId"), ...times("updatedAt") },
  note: { ...ids("id", "petId"), ...times("createdAt", "updatedAt") },
  order: { ...ids("id", "petId"), ...optionalIds("customerId", "heldPetId"), ...times("createdAt", "updatedAt") },
  pet: ids("id", "categoryId"),
  petProfile: { ...ids("petId"), ...times("updatedAt") },
  photo: { ...ids("id", "petId"), ...times("createdAt"), ...optionalTimes("deletedAt", "petMissingSince") },
  savedView: { ...ids("id", "accountId"), ...times("updatedAt") },
  store: optionalTimes("updatedAt"),
} as const;

const extend = (client: PrismaClient) => client.$extends({ name: "ids and times", result: converted });

/** Prisma's client, whose models return ids as numbers and times as RFC 3339 texts. */
export type Db = ReturnType<typeof extend>;

/** What a model's calls get within a transaction. */
export type Tx = Parameters<Parameters<Db["$transaction"]>[0]>[0];

/** @param schema - The schema of the tables: Prisma would look in `public`. */
export const openPrisma = (pool: Pool, schema: string): Db =>
  extend(
    new PrismaClient({
      adapter: new PrismaPg(pool, { schema }),
      // Longer than the pool's own limit, so that the error is the pool's.
      transactionOptions: { maxWait: CONNECTION_TIMEOUT_MS + 1_000 },
    }),
  );
