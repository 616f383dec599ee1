import { BASE_PATH, contract } from "@petstore/contract/routes";
import { Prisma } from "../../generated/client.js";
import type { Listing } from "../../operation/listing/keyset.js";
import { embeddedQuery, readPage, writeFilters } from "../../operation/listing/paging.js";
import type { Input, Operation } from "../../operation/operation.js";
import type { ResourceDeps } from "../../operation/resource.js";
import type { Row } from "../../operation/resource-rows.js";
import { noteColumns, toNote } from "../store/note-table.js";

const path = `${BASE_PATH}/notes`;

type Query = Input<typeof contract.notes.listNotes>["query"];

const column = { petId: Prisma.sql`pet_id`, isWarning: Prisma.sql`is_warning` };

/** Walks one index for each pet, and for each pet and kind of note. */
const walksOf = ({ petId, isWarning }: Query): Pick<Listing, "within" | "forEach"> => {
  const kinds = isWarning === undefined ? [true, false] : [isWarning];
  if (petId === undefined)
    return isWarning === undefined
      ? {}
      : { within: [{ column: column.isWarning, value: Prisma.sql`${isWarning}::boolean` }] };
  return {
    forEach: Prisma.sql`unnest(${[...new Set(petId)]}::bigint[]) AS one (one_pet), unnest(${kinds}::boolean[]) AS other (one_kind)`,
    within: [
      { column: column.petId, value: Prisma.sql`one_pet` },
      { column: column.isWarning, value: Prisma.sql`one_kind` },
    ],
  };
};

const filtersOf = ({ petId, isWarning }: Query) =>
  writeFilters({ petId, isWarning: isWarning === undefined ? undefined : String(isWarning) } satisfies Record<
    keyof Omit<Query, "limit" | "cursor">,
    unknown
  >);

export const listNotes =
  ({ database, cursors }: ResourceDeps): Operation<typeof contract.notes.listNotes> =>
  async ({ query: given }) => {
    const { limit, cursor } = given;
    const embedded = embeddedQuery(cursors, { path, filters: filtersOf(given), cursor });
    const query = embedded === undefined ? given : contract.notes.listNotes.query.parse(embedded);
    const { rows, headers } = await readPage<Row>(
      { pool: database.reads.pool, cursors },
      { path, filters: filtersOf(query), limit, cursor },
      {
        listing: {
          select: noteColumns,
          from: Prisma.sql`note`,
          where: [],
          ...walksOf(query),
          order: { columns: [Prisma.sql`id`], isDescending: true },
        },
        keyOf: ({ id }) => [Number(id)],
      },
    );
    return { status: 200, body: rows.map(toNote), headers };
  };
