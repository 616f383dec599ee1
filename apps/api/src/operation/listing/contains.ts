import { Prisma } from "../../generated/client.js";
import { escapeLike } from "./escape-like.js";

/**
 * A shorter text has no trigram, so no index helps. In that case lower() and LIKE take half as long as ILIKE, and find
 * the same rows.
 */
const MIN_TRIGRAM_LENGTH = 3;

/**
 * Tells whether a column contains the text anywhere, ignoring case.
 * @param column - It must have an index of trigrams.
 */
export const contains = (column: Prisma.Sql, text: string): Prisma.Sql => {
  const pattern = `%${escapeLike(text)}%`;
  return Array.from(text).length < MIN_TRIGRAM_LENGTH
    ? Prisma.sql`lower(${column}) LIKE lower(${pattern})`
    : Prisma.sql`${column} ILIKE ${pattern}`;
};
