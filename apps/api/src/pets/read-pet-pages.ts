import type { Pool } from "pg";
import { MAX_PAGE_SIZE } from "@petstore/contract/routes";
import { type Batched, createBatcher } from "../concurrency/batcher.js";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Lanes } from "../concurrency/lanes.js";
import type { Position } from "../operation/listing/position.js";
import { Prisma } from "../generated/client.js";
import { toSqlPosition } from "../operation/listing/keyset.js";
import { type JsonPageRow, jsonPageStatement, toJsonPage } from "../operation/listing/json-page.js";
import { isAlongIndex, isSearch, petListing, type PetSelection } from "./pet-listing.js";

export type PetPageRequest = {
  readonly filters: PetSelection;
  readonly position: Position | undefined;
  readonly limit: number;
};

/** Small: Node answers one batch while PostgreSQL reads the next. */
const batchLimits = { name: "listPets", maxBatchSize: 12, maxInFlight: 4 };

/** A constant, or the planner might not choose the index. The extra row tells whether there is a next page. */
const maxRows = Prisma.raw(String(MAX_PAGE_SIZE + 1));

const pageStatement = ({ filters, position, limit }: PetPageRequest): Prisma.Sql =>
  jsonPageStatement(petListing(filters), position && toSqlPosition(position), {
    size: Prisma.sql`${limit}::int`,
    maxRows: Prisma.sql`${limit + 1}`,
  });

const readOne = async (pool: Pool, page: PetPageRequest): Promise<JsonPageRow> => {
  const { rows } = await pool.query<JsonPageRow>(pageStatement(page));
  return rows[0] as JsonPageRow;
};

/** Names the prepared statement of pages that differ in values only; there are forty, and as many with each profile. */
const shapeOf = ({ filters: { sort, status, categoryId, seen }, position }: PetPageRequest) =>
  `pets by ${sort} ${position?.side ?? "first"}${status ? " of status" : ""}${categoryId ? " of category" : ""}${seen ? ` with ${seen}` : ""}`;

/** PostgreSQL keeps a generic plan: `SELECT` hides the arrays' lengths, so no custom plan looks cheaper. */
const pagesStatement = ({ filters, position }: PetPageRequest): Prisma.Sql => {
  const values = { status: Prisma.sql`requested.status`, categoryId: Prisma.sql`requested.category_id` };
  const start = position && { side: position.side, key: [Prisma.sql`requested.key`] };
  const size = { size: Prisma.sql`requested.size`, maxRows };
  const list = (type: string) => Prisma.sql`(SELECT ${null}::${Prisma.raw(type)}[])`;
  return Prisma.sql`SELECT requested.ordinal, page.*
    FROM unnest(${list("int")}, ${list("bigint")}, ${list("pet_status")}, ${list("bigint")})
      WITH ORDINALITY AS requested (size, key, status, category_id, ordinal),
      LATERAL (${jsonPageStatement(petListing(filters, values), start, size)}) AS page`;
};

export const statementOf = (page: PetPageRequest): Prisma.Sql =>
  isAlongIndex(page.filters) ? pagesStatement(page) : pageStatement(page);

const arrayOf = (values: readonly (number | string | undefined)[]) =>
  `{${values.map((value) => value ?? "NULL").join(",")}}`;

const readShape =
  (pool: Pool, name: string, text: string) =>
  async (pages: readonly PetPageRequest[]): Promise<JsonPageRow[]> => {
    const { rows } = await pool.query<JsonPageRow & { ordinal: string }>({
      name,
      text,
      values: [
        arrayOf(pages.map(({ limit }) => limit)),
        arrayOf(pages.map(({ position }) => position?.key[0] as number | undefined)),
        arrayOf(pages.map(({ filters }) => filters.status)),
        arrayOf(pages.map(({ filters }) => filters.categoryId)),
      ],
    });
    const inOrder: JsonPageRow[] = [];
    for (const row of rows) inOrder[Number(row.ordinal) - 1] = row;
    return inOrder;
  };

/** Batches pages by id, whose plan does not depend on their values. Searches have a lane of their own. */
export const petPages = (pool: Pool, lanes: Pick<Lanes, "reads" | "searches">) => {
  const batchers = new Map<string, Batched<PetPageRequest, JsonPageRow>>();
  const batcherOf = (page: PetPageRequest) => {
    const shape = shapeOf(page);
    const known = batchers.get(shape);
    if (known !== undefined) return known;
    const batcher = createBatcher(lanes.reads, readShape(pool, shape, pagesStatement(page).text), batchLimits);
    batchers.set(shape, batcher);
    return batcher;
  };
  const read = (flow: Flow, page: PetPageRequest): Promise<JsonPageRow> => {
    if (isAlongIndex(page.filters)) return batcherOf(page)(flow, page);
    const lane = isSearch(page.filters) ? lanes.searches : lanes.reads;
    return lane.run(flow, () => readOne(pool, page));
  };
  return async (flow: Flow, page: PetPageRequest) => {
    const row = await read(flow, page);
    return toJsonPage(row, page.position);
  };
};
