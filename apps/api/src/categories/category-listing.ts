import { categoryOrder } from "../listing/category-order.js";
import { Prisma } from "../generated/client.js";
import type { Listing } from "../listing/keyset.js";
import type { CategoryRow } from "./category-row.js";

// Counted along the index for each category that is read, and no other: a join would group all animals there are.
const columns = Prisma.sql`id, name, (SELECT count(*) FROM pet WHERE category_id = category.id) AS "petCount"`;

export type CategoryListingRow = CategoryRow & { readonly sortName: string };

export const categoryListing: Listing = {
  select: Prisma.sql`${columns}, coalesce(lower(name), '') AS "sortName"`,
  from: Prisma.sql`category`,
  where: [],
  order: { columns: categoryOrder, isDescending: false },
};

/** What the listing is ordered by, of one row. */
export const listingKeyOf = ({ id, name, sortName }: CategoryListingRow) => [name === null, sortName, Number(id)];

/** The whole listing at once. */
export const allCategories = Prisma.sql`SELECT ${columns} FROM category ORDER BY ${Prisma.join(categoryOrder)}`;

export const categoryWithId = (id: number) => Prisma.sql`SELECT ${columns} FROM category WHERE id = ${id}::bigint`;
