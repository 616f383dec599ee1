import { Prisma } from "../../generated/client.js";

/**
 * The relation of counts. The sums of its rows are the numbers of pets with each category and status, in the snapshot
 * of the statement: docs/decisions/0048-pet-counts.md.
 */
export const petCounts = Prisma.sql`(
  SELECT category_id, status, amount FROM pet_count UNION ALL SELECT category_id, status, amount FROM pet_count_change
) AS counted`;

// The changes are in one object because they have no index. So PostgreSQL reads them once, and not for each category.
const changes = Prisma.sql`(
  SELECT jsonb_object_agg(category_id, amount)
  FROM (SELECT category_id, sum(amount) AS amount FROM pet_count_change GROUP BY category_id) AS change)`;

/** The number of pets, as an expression for statements that read or write rows of `category`. */
export const petCountOfCategory = Prisma.sql`(
  coalesce((SELECT sum(amount) FROM pet_count WHERE category_id = category.id), 0)
  + coalesce((${changes} ->> category.id::text)::bigint, 0))::bigint`;
