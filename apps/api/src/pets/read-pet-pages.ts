import type { Pool } from "pg";
import type { Position } from "../cursors.js";
import { type InCompany, together } from "../database/together.js";
import { Prisma } from "../generated/client.js";
import { placeOf } from "../keyset.js";
import { type PageTextRow, pageTextStatement, toPageText } from "../page-text.js";
import { isAlongIndex, type PetFilters, petListing } from "./pet-listing.js";

/** A page of animals that is asked for. */
export type AskedPage = {
  readonly filters: PetFilters;
  readonly position: Position | undefined;
  readonly limit: number;
};

/** Pages that are read together wait for each other: so few that one company is answered here while the next is read. */
const bounds = { most: 12, atOnce: 4 };

/** What the contract allows, and the one that tells whether there is more. Known to the planner, it keeps to the index. */
const mostRows = Prisma.raw("101");

/** The statement that reads one page for itself. */
const pageStatement = ({ filters, position, limit }: AskedPage): Prisma.Sql =>
  pageTextStatement(petListing(filters), position && placeOf(position), {
    size: Prisma.sql`${limit}::int`,
    most: Prisma.sql`${limit + 1}`,
  });

const readAlone = async (pool: Pool, page: AskedPage): Promise<PageTextRow> => {
  const { rows } = await pool.query<PageTextRow>(pageStatement(page));
  return rows[0] as PageTextRow;
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
      LATERAL (${pageTextStatement(petListing(filters, given), place, size)}) AS page`;
};

/** The statement that is sent for a page; its values are left open where it reads others beside it. */
export const statementOf = (page: AskedPage): Prisma.Sql =>
  isAlongIndex(page.filters) ? pagesStatement(page) : pageStatement(page);

/** An array as PostgreSQL reads it, of values that need no quotes. */
const arrayOf = (values: readonly (number | string | undefined)[]) =>
  `{${values.map((value) => value ?? "NULL").join(",")}}`;

const readShape =
  (pool: Pool, name: string, text: string) =>
  async (pages: readonly AskedPage[]): Promise<PageTextRow[]> => {
    const { rows } = await pool.query<PageTextRow & { place: string }>({
      name,
      text,
      values: [
        arrayOf(pages.map(({ limit }) => limit)),
        arrayOf(pages.map(({ position }) => position?.key[0] as number | undefined)),
        arrayOf(pages.map(({ filters }) => filters.status)),
        arrayOf(pages.map(({ filters }) => filters.categoryId)),
      ],
    });
    const inOrder: PageTextRow[] = [];
    for (const row of rows) inOrder[Number(row.place) - 1] = row;
    return inOrder;
  };

/**
 * Reads pages of animals, each in one round trip and one snapshot. Those in the order of ids share it with what is asked
 * for at the same moment; the others, which PostgreSQL plans by their values, go alone.
 */
export const petPages = (pool: Pool) => {
  const shapes = new Map<string, InCompany<AskedPage, PageTextRow>>();
  const companyOf = (page: AskedPage) => {
    const shape = shapeOf(page);
    const known = shapes.get(shape);
    if (known !== undefined) return known;
    const made = together(readShape(pool, shape, pagesStatement(page).text), bounds);
    shapes.set(shape, made);
    return made;
  };
  return async (page: AskedPage) => {
    const row = await (isAlongIndex(page.filters) ? companyOf(page)(page) : readAlone(pool, page));
    return toPageText(row, page.position);
  };
};
