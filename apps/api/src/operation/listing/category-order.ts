import { Prisma } from "../../generated/client.js";

/** The order must match category_listing_idx. Unnamed categories come last. */
export const categoryOrder = [Prisma.sql`(name IS NULL)`, Prisma.sql`coalesce(lower(name), '')`, Prisma.sql`id`];
