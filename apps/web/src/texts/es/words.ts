import { lowerFirst } from "../common";
import { plural } from "../numbers";

export const animals = (count: number) => plural(count, "animal", "animales");

/**
 * Returns the plural for that many animals: `statusOf(2, "Vendido")` is "vendidos". Phrases, and names that the store
 * has chosen, have no plural.
 */
export const statusOf = (count: number, status: string) => {
  const word = lowerFirst(status);
  return count === 1 || !/^\p{Ll}+[aeo]$/u.test(word) ? word : `${word}s`;
};
