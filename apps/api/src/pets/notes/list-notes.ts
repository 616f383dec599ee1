import { BASE_PATH, contract } from "@petstore/contract/routes";
import type { StoredId } from "../../database/query.js";
import { Prisma } from "../../generated/client.js";
import type { Listing, MergedListing, PlainListing } from "../../operation/listing/listing.js";
import { type Filters, openQuery, readByList } from "../../operation/listing/filters.js";
import type { KeysetRows } from "../../operation/listing/keyset.js";
import { readPage } from "../../operation/listing/paging.js";
import type { Input, Operation } from "../../operation/operation.js";
import type { ResourceDeps } from "../../operation/resource.js";
import { toNote } from "../store/note-table.js";

type Query = Input<typeof contract.notes.listNotes>["query"];

const columns = Prisma.sql`id, pet_id AS "petId", text, is_warning AS "isWarning", is_pinned AS "isPinned", author,
  external_id AS "externalId", created_at AS "createdAt", updated_at AS "updatedAt"`;

const column = {
  petId: Prisma.sql`pet_id`,
  isWarning: Prisma.sql`is_warning`,
  externalId: Prisma.sql`external_id`,
};

const filters = { petId: readByList, externalId: readByList, isWarning: readByList } satisfies Filters<Query>;

const list = { path: `${BASE_PATH}/notes`, schema: contract.notes.listNotes.query, filters };

type Walks = (Pick<PlainListing, "kind" | "within"> | Pick<MergedListing, "kind" | "within" | "forEach">) & {
  readonly where?: KeysetRows["where"];
};

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** Uses a separate walk of the index for each external id, or for each pet and external id. There are few such notes. */
const walksOfExternalIds = ({ petId, isWarning }: Query, externalId: readonly string[]): Walks => ({
  kind: "merged",
  forEach: Prisma.sql`unnest(${unique(externalId)}::text[]) AS one (one_external_id)${
    petId === undefined ? Prisma.empty : Prisma.sql`, unnest(${unique(petId)}::bigint[]) AS other (one_pet)`
  }`,
  within: [
    { column: column.externalId, value: Prisma.sql`one_external_id` },
    ...(petId === undefined ? [] : [{ column: column.petId, value: Prisma.sql`one_pet` }]),
  ],
  where: isWarning === undefined ? [] : [Prisma.sql`${column.isWarning} = ${isWarning}::boolean`],
});

/** Uses a separate walk of the index for each pet, or for each pet and kind of note. */
const walksOf = (query: Query): Walks => {
  const { petId, isWarning, externalId } = query;
  if (externalId !== undefined) return walksOfExternalIds(query, externalId);
  const kinds = isWarning === undefined ? [true, false] : [isWarning];
  if (petId === undefined)
    return isWarning === undefined
      ? {}
      : { within: [{ column: column.isWarning, value: Prisma.sql`${isWarning}::boolean` }] };
  return {
    kind: "merged",
    forEach: Prisma.sql`unnest(${unique(petId)}::bigint[]) AS one (one_pet), unnest(${kinds}::boolean[]) AS other (one_kind)`,
    within: [
      { column: column.petId, value: Prisma.sql`one_pet` },
      { column: column.isWarning, value: Prisma.sql`one_kind` },
    ],
  };
};

export const noteListing = (query: Query): Listing => ({
  select: columns,
  from: Prisma.sql`note`,
  where: [],
  ...walksOf(query),
  order: { columns: [Prisma.sql`id`], isDescending: true },
});

export const listNotes =
  ({ database, cursors }: ResourceDeps): Operation<typeof contract.notes.listNotes> =>
  async ({ query: given }) => {
    const { query, request } = openQuery(cursors, list, given);
    const { rows, headers } = await readPage<{ readonly id: StoredId }>(
      { pool: database.reads.pool, cursors },
      request,
      { listing: noteListing(query), keyOf: ({ id }) => [Number(id)] },
    );
    return { status: 200, body: rows.map(toNote), headers };
  };
