import { lowerFirst } from "../common";
import { plural } from "../numbers";

export const animals = (count: number) => plural(count, "animal", "animaux");

/**
 * Returns the plural for that many animals: `statusOf(2, "Vendu")` is "vendus". Phrases, and names that the store has
 * chosen, have no plural.
 */
export const statusOf = (count: number, status: string) => {
  const word = lowerFirst(status);
  return count < 2 || !/^\p{Ll}+(?<![sxz])$/u.test(word) ? word : `${word}s`;
};
