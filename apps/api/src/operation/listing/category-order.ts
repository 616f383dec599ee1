import { Prisma } from "../../generated/client.js";

/** Must match category_listing_idx. Unnamed categories come last. */
export const categoryOrder = [Prisma.sql`(name IS NULL)`, Prisma.sql`coalesce(lower(name), '')`, Prisma.sql`id`];
