import type { contract } from "@petstore/contract/routes";
import type { Database } from "../database/open-database.js";
import { Prisma } from "../generated/client.js";
import { escapeLike } from "../operation/listing/escape-like.js";
import { conditionsOf, type Filters, givenIn } from "../operation/listing/filters.js";
import type { Input, Operation } from "../operation/operation.js";

type Row = { readonly kind: "account" | "key"; readonly id: bigint; readonly name: string };

const named = (name: string, pattern: (escaped: string) => string) =>
  Prisma.sql`lower(name) LIKE lower(${pattern(escapeLike(name))})`;

type Query = Input<typeof contract.history.listHistoryActors>["query"];

const filters = {
  name: { condition: (name) => named(name, (text) => `%${text}%`) },
  actor: { condition: (actor) => Prisma.sql`concat(kind, ':', id) = ${actor}` },
} satisfies Filters<Query>;

/** Reads all accounts and keys in one statement, because a store has few. */
export const listHistoryActors =
  ({ database }: { readonly database: Database }): Operation<typeof contract.history.listHistoryActors> =>
  async ({ query }) => {
    const { limit, name = "" } = query;
    const conditions = [Prisma.sql`true`, ...conditionsOf(givenIn(filters, query), undefined)];
    const rows = await database.reads.db.$queryRaw<Row[]>`
      SELECT kind, id, name
      FROM (SELECT 'account' AS kind, id, name FROM account UNION ALL SELECT 'key', id, name FROM api_key) AS actor
      WHERE ${Prisma.join(conditions, " AND ")}
      ORDER BY ${named(name, (text) => text)} DESC, ${named(name, (text) => `${text}%`)} DESC, lower(name), kind, id
      LIMIT ${limit}`;
    return { status: 200, body: rows.map(({ id, ...row }) => ({ ...row, id: Number(id) })) };
  };
