import type { Pool } from "pg";
import { MAX_PAGE_SIZE } from "@petstore/contract/routes";
import { type Batched, createBatcher } from "../concurrency/batcher.js";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Lanes } from "../concurrency/lanes.js";
import type { Position } from "../operation/listing/position.js";
import { Prisma } from "../generated/client.js";
import { toSqlPosition } from "../operation/listing/keyset.js";
import { type JsonPageRow, jsonPageStatement, toJsonPage } from "../operation/listing/json-page.js";
import type { ClusteredListing } from "../operation/listing/clustered-listing.js";
import { createStatementNames } from "../database/statement-names.js";
import { hasRange, indexed, isAlongIndex, isSearch } from "./pet-filters.js";
import { petListing, type IndexedValues, type PetSelection, wayOf } from "./pet-listing.js";

export type PetPageRequest = {
  readonly filters: PetSelection;
  readonly position: Position | undefined;
  readonly limit: number;
  /** The number of rows to skip. */
  readonly offset?: number;
};

/** The batches are small, so that Node answers one batch while PostgreSQL reads the next. */
const batchLimits = { name: "listPets", maxBatchSize: 12, maxInFlight: 4 };

/** A page with profiles is several hundred times as large. */
const expandedLimits = { ...batchLimits, maxBatchSize: 4, maxInFlight: 2 };

/**
 * This is a constant, because otherwise the planner might not choose the index. The additional row tells whether there
 * is a next page.
 */
const maxRows = Prisma.raw(String(MAX_PAGE_SIZE + 1));

type Only = ClusteredListing["only"];

const listingOf = (filters: PetSelection, only: Only) => {
  const listing = petListing(filters);
  return listing.kind === "clustered" ? { ...listing, only } : listing;
};

const pageStatement = ({ filters, position, limit, offset = 0 }: PetPageRequest, only?: Only): Prisma.Sql =>
  jsonPageStatement(listingOf(filters, only), position && toSqlPosition(position), {
    size: Prisma.sql`${limit}::int`,
    maxRows: Prisma.sql`${offset + limit + 1}`,
    skipped: offset,
  });

/** Reads a page of few rows, or by a walk. One plan is good for all values. */
const shortStatement = ({ filters, position, limit }: PetPageRequest, only?: Only): Prisma.Sql =>
  jsonPageStatement(listingOf(filters, only), position && toSqlPosition(position), {
    size: Prisma.sql`${limit}::int`,
    maxRows,
  });

const readOne = async (pool: Pool, { text, values }: Prisma.Sql, name?: string): Promise<JsonPageRow> => {
  const { rows } = await pool.query<JsonPageRow>({ text, values, ...(name !== undefined && { name }) });
  return rows[0] as JsonPageRow;
};

type Way = { readonly lane: "reads" | "searches"; readonly toSql: () => Prisma.Sql };

/**
 * Returns the ways to read a page by attributes. Each way is tried only if the one before has not found a row after the
 * page.
 */
export const waysOf = (page: PetPageRequest): readonly Way[] => {
  const way = wayOf(page.filters, petListing(page.filters));
  if (way === "short") return [{ lane: "reads", toSql: () => shortStatement(page) }];
  if (way === "search") return [{ lane: "searches", toSql: () => pageStatement(page) }];
  return [
    { lane: "reads", toSql: () => shortStatement(page, "walk") },
    { lane: "searches", toSql: () => pageStatement(page, "search") },
  ];
};

/**
 * Returns the name of the prepared statement for pages that differ only in their values. There are forty such names
 * without profiles, and forty for each kind of profile.
 */
const shapeOf = ({ filters, position }: PetPageRequest) => {
  const { sort, seen } = filters;
  let shape = `pets by ${sort} ${position?.side ?? "first"}`;
  for (const { name } of indexed) if (filters[name] !== undefined) shape += ` of ${name}`;
  return seen ? `${shape} with ${seen}` : shape;
};

/**
 * The SELECT hides the lengths of the arrays from the planner. So no custom plan looks cheaper, and PostgreSQL uses a
 * generic plan.
 */
const pagesStatement = ({ filters, position }: PetPageRequest): Prisma.Sql => {
  const valueOf = ({ column }: (typeof indexed)[number]) => Prisma.sql`requested.${column}`;
  const values = Object.fromEntries(indexed.map((one) => [one.name, valueOf(one)])) as IndexedValues;
  const columns = Prisma.join(indexed.map(({ column }) => column));
  const start = position && { side: position.side, key: [Prisma.sql`requested.key`] };
  const size = { size: Prisma.sql`requested.size`, maxRows };
  const list = (type: string) => Prisma.sql`(SELECT ${null}::${Prisma.raw(type)}[])`;
  return Prisma.sql`SELECT requested.ordinal, page.*
    FROM unnest(${list("int")}, ${list("bigint")}, ${Prisma.join(indexed.map(({ type }) => list(type)))})
      WITH ORDINALITY AS requested (size, key, ${columns}, ordinal),
      LATERAL (${jsonPageStatement(petListing(filters, values), start, size)}) AS page`;
};

const isBatched = ({ filters, offset = 0 }: PetPageRequest): boolean =>
  isAlongIndex(filters) && !hasRange(filters) && offset === 0;

export const statementOf = (page: PetPageRequest): Prisma.Sql =>
  isBatched(page) ? pagesStatement(page) : pageStatement(page);

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
        ...indexed.map(({ name: filter }) => arrayOf(pages.map(({ filters }) => filters[filter]))),
      ],
    });
    const inOrder: JsonPageRow[] = [];
    for (const row of rows) inOrder[Number(row.ordinal) - 1] = row;
    return inOrder;
  };

/** The list and the suggestions read with the same connections, so they share the names. */
const nameOf = createStatementNames("pets of a filter");

/** Reads pages by id in batches, because their plan does not depend on their values. Searches have their own lane. */
export const petPages = (pool: Pool, lanes: Pick<Lanes, "reads" | "searches">) => {
  const batchers = new Map<string, Batched<PetPageRequest, JsonPageRow>>();
  const batcherOf = (page: PetPageRequest) => {
    const shape = shapeOf(page);
    const known = batchers.get(shape);
    if (known !== undefined) return known;
    const limits = page.filters.seen === undefined ? batchLimits : expandedLimits;
    const batcher = createBatcher(lanes.reads, readShape(pool, shape, pagesStatement(page).text), limits);
    batchers.set(shape, batcher);
    return batcher;
  };
  const readFiltered = async (flow: Flow, page: PetPageRequest): Promise<JsonPageRow> => {
    let row: JsonPageRow | undefined;
    for (const { lane, toSql } of waysOf(page)) {
      const statement = toSql();
      const name = lane === "reads" || page.filters.search !== undefined ? nameOf(statement.text) : undefined;
      const found: JsonPageRow = await lanes[lane].run(flow, () => readOne(pool, statement, name));
      if (found.hasMore) return found;
      row = found;
    }
    return row as JsonPageRow;
  };
  const read = (flow: Flow, page: PetPageRequest): Promise<JsonPageRow> => {
    if (isBatched(page)) return batcherOf(page)(flow, page);
    if ((page.offset ?? 0) > 0) return lanes.searches.run(flow, () => readOne(pool, pageStatement(page)));
    if (!isSearch(page.filters)) return lanes.reads.run(flow, () => readOne(pool, pageStatement(page)));
    return readFiltered(flow, page);
  };
  return async (flow: Flow, page: PetPageRequest) => {
    const row = await read(flow, page);
    const edges = toJsonPage(row, page.position);
    // If rows were skipped, they are before the page.
    return (page.offset ?? 0) > 0 && edges.first !== undefined ? { ...edges, hasOtherSide: true } : edges;
  };
};
