import { searchTextOf } from "@petstore/contract/routes";
import { Prisma } from "../../generated/client.js";
import { escapeLike } from "./escape-like.js";

/** The part of a column's text in which the searched text must be. */
type Place = "anywhere" | "start" | "end" | "whole";

const patterns: Readonly<Record<Place, (text: string) => string>> = {
  anywhere: (text) => `%${text}%`,
  start: (text) => `${text}%`,
  end: (text) => `%${text}`,
  whole: (text) => text,
};

/**
 * Tells whether a column has the text at a place, ignoring case and accents
 * (docs/decisions/0145-one-identity-of-texts.md).
 * @param column - If the table has many rows, its `search_text` must have an index of trigrams. The index is of no use
 * for texts of less than three characters.
 */
export const contains = (column: Prisma.Sql, text: string, place: Place = "anywhere"): Prisma.Sql =>
  Prisma.sql`search_text(${column}) LIKE ${patterns[place](escapeLike(searchTextOf(text)))}`;
