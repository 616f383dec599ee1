import { Prisma } from "../generated/client.js";

/**
 * The order of categories wherever they are listed: by name in small letters, those without a name last, by id. Letter by
 * letter as category_listing_idx has it.
 */
export const categoryOrder = [Prisma.sql`(name IS NULL)`, Prisma.sql`coalesce(lower(name), '')`, Prisma.sql`id`];
