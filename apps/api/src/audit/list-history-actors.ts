import { BASE_PATH, contract } from "@petstore/contract/routes";
import { Prisma } from "../generated/client.js";
import { contains } from "../operation/listing/contains.js";
import { conditionsOf, type Filters, givenIn, openQuery } from "../operation/listing/filters.js";
import type { Listing } from "../operation/listing/listing.js";
import { type ListingDeps, readPage } from "../operation/listing/paging.js";
import type { Input, Operation } from "../operation/operation.js";

type Row = { readonly kind: "account" | "key"; readonly id: bigint; readonly name: string } & {
  readonly rank: number;
  readonly sortName: string;
};

const name = Prisma.sql`name`;

type Query = Input<typeof contract.history.listHistoryActors>["query"];

const filters = {
  q: { condition: (q) => contains(name, q) },
  actor: { condition: (actor) => Prisma.sql`concat(kind, ':', id) = ${actor}` },
} satisfies Filters<Query>;

const list = { path: `${BASE_PATH}/history/actors`, schema: contract.history.listHistoryActors.query, filters };

/** A name that equals the text comes first, then the names that start with it. */
const rankOf = (q: string) =>
  Prisma.sql`CASE WHEN ${contains(name, q, "whole")} THEN 0 WHEN ${contains(name, q, "start")} THEN 1 ELSE 2 END`;

/** Reads all accounts and keys for each page, because a store has few. */
const actorListing = (query: Query): Listing => {
  const { q = "" } = query;
  const all = Prisma.sql`SELECT 'account' AS kind, id, name FROM account UNION ALL SELECT 'key', id, name FROM api_key`;
  return {
    select: Prisma.sql`kind, id, name, rank, "sortName"`,
    from: Prisma.sql`(SELECT *, ${rankOf(q)} AS rank, lower(name) AS "sortName" FROM (${all}) AS named) AS actor`,
    where: conditionsOf(givenIn(filters, query), undefined),
    order: {
      columns: [Prisma.sql`rank`, Prisma.sql`"sortName"`, Prisma.sql`kind`, Prisma.sql`id`],
      isDescending: false,
    },
  };
};

export const listHistoryActors =
  ({ database, cursors }: ListingDeps): Operation<typeof contract.history.listHistoryActors> =>
  async ({ query: given }) => {
    const { query, request } = openQuery(cursors, list, given);
    const { rows, headers } = await readPage<Row>({ pool: database.reads.pool, cursors }, request, {
      listing: actorListing(query),
      keyOf: ({ rank, sortName, kind, id }) => [rank, sortName, kind, Number(id)],
    });
    return { status: 200, body: rows.map(({ kind, id, name }) => ({ kind, id: Number(id), name })), headers };
  };
