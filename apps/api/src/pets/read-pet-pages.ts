import type { Pool } from "pg";
import { MAX_PAGE_SIZE } from "@petstore/contract";
import { type Batched, createBatcher } from "../concurrency/batcher.js";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Lanes } from "../concurrency/lanes.js";
import type { Position } from "../listing/cursors.js";
import { Prisma } from "../generated/client.js";
import { placeOf } from "../listing/keyset.js";
import { type JsonPageRow, jsonPageStatement, toJsonPage } from "../listing/json-page.js";
import { isAlongIndex, isSearch, type PetFilters, petListing } from "./pet-listing.js";

/** A page of animals that is asked for. */
export type AskedPage = {
  readonly filters: PetFilters;
  readonly position: Position | undefined;
  readonly limit: number;
};

/** The pages of a batch wait for each other: so few that one batch is answered here while the next is read. */
const batchLimits = { maxBatchSize: 12, maxInFlight: 4 };

/** What the contract allows, and the one that tells whether there is more. Known to the planner, it keeps to the index. */
const mostRows = Prisma.raw(String(MAX_PAGE_SIZE + 1));

/** The statement that reads one page for itself. */
const pageStatement = ({ filters, position, limit }: AskedPage): Prisma.Sql =>
  jsonPageStatement(petListing(filters), position && placeOf(position), {
    size: Prisma.sql`${limit}::int`,
    most: Prisma.sql`${limit + 1}`,
  });

const readAlone = async (pool: Pool, page: AskedPage): Promise<JsonPageRow> => {
  const { rows } = await pool.query<JsonPageRow>(pageStatement(page));
  return rows[0] as JsonPageRow;
};

/** Pages of the same shape are read by the same statement, whatever they ask for. There are forty. */
const shapeOf = ({ filters: { sort, status, categoryId }, position }: AskedPage) =>
  `pets by ${sort} ${position?.side ?? "first"}${status ? " of status" : ""}${categoryId ? " of category" : ""}`;

/**
 * The statement that reads all pages of a shape. PostgreSQL is to plan it once, for all values: it does where a plan for
 * these values promises no less, and that behind a `SELECT` it cannot see how many they are, is what makes it so.
 */
const pagesStatement = ({ filters, position }: AskedPage): Prisma.Sql => {
  const given = { status: Prisma.sql`asked.status`, categoryId: Prisma.sql`asked.category_id` };
  const place = position && { side: position.side, key: [Prisma.sql`asked.key`] };
  const size = { size: Prisma.sql`asked.size`, most: mostRows };
  const list = (type: string) => Prisma.sql`(SELECT ${null}::${Prisma.raw(type)}[])`;
  return Prisma.sql`SELECT asked.place, page.*
    FROM unnest(${list("int")}, ${list("bigint")}, ${list("pet_status")}, ${list("bigint")})
      WITH ORDINALITY AS asked (size, key, status, category_id, place),
      LATERAL (${jsonPageStatement(petListing(filters, given), place, size)}) AS page`;
};

/** The statement that is sent for a page; its values are left open where it reads others beside it. */
export const statementOf = (page: AskedPage): Prisma.Sql =>
  isAlongIndex(page.filters) ? pagesStatement(page) : pageStatement(page);

/** An array as PostgreSQL reads it, of values that need no quotes. */
const arrayOf = (values: readonly (number | string | undefined)[]) =>
  `{${values.map((value) => value ?? "NULL").join(",")}}`;

const readShape =
  (pool: Pool, name: string, text: string) =>
  async (pages: readonly AskedPage[]): Promise<JsonPageRow[]> => {
    const { rows } = await pool.query<JsonPageRow & { place: string }>({
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
    for (const row of rows) inOrder[Number(row.place) - 1] = row;
    return inOrder;
  };

/**
 * Reads pages of pets, each in one round trip and one snapshot. Pages in the order of ids are batched by their shape; the
 * others, which PostgreSQL plans by their values, go alone, and those that search or sort by name in a lane of their own.
 */
export const petPages = (pool: Pool, lanes: Pick<Lanes, "reads" | "searches">) => {
  const batchers = new Map<string, Batched<AskedPage, JsonPageRow>>();
  const batcherOf = (page: AskedPage) => {
    const shape = shapeOf(page);
    const known = batchers.get(shape);
    if (known !== undefined) return known;
    const made = createBatcher(lanes.reads, readShape(pool, shape, pagesStatement(page).text), batchLimits);
    batchers.set(shape, made);
    return made;
  };
  const read = (flow: Flow, page: AskedPage): Promise<JsonPageRow> => {
    if (isAlongIndex(page.filters)) return batcherOf(page)(flow, page);
    const lane = isSearch(page.filters) ? lanes.searches : lanes.reads;
    return lane.run(flow, () => readAlone(pool, page));
  };
  return async (flow: Flow, page: AskedPage) => {
    const row = await read(flow, page);
    return toJsonPage(row, page.position);
  };
};
