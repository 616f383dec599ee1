import { categoryOrder } from "../operation/listing/category-order.js";
import { Prisma } from "../generated/client.js";
import type { Listing } from "../operation/listing/listing.js";
import { petCountOfCategory } from "../pets/store/pet-counts.js";
import type { CategoryRow } from "./category-row.js";

const columns = Prisma.sql`id, name, ${petCountOfCategory} AS "petCount"`;

export type CategoryListingRow = CategoryRow & { readonly sortName: string };

export const categoryListing: Listing = {
  select: Prisma.sql`${columns}, coalesce(lower(name), '') AS "sortName"`,
  from: Prisma.sql`category`,
  where: [],
  order: { columns: categoryOrder, isDescending: false },
};

export const listingKeyOf = ({ id, name, sortName }: CategoryListingRow) => [name === null, sortName, Number(id)];

export const allCategories = Prisma.sql`SELECT ${columns} FROM category ORDER BY ${Prisma.join(categoryOrder)}`;

export const categoryWithId = (id: number) => Prisma.sql`SELECT ${columns} FROM category WHERE id = ${id}::bigint`;
