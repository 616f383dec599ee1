import { lowerFirst } from "../common";
import { plural } from "../numbers";

export const animals = (count: number) => plural(count, "animal", "animales");

/** `statusOf(2, "Vendido")` is "vendidos": what that many animals are. Phrases and names of the store have no plural. */
export const statusOf = (count: number, status: string) => {
  const word = lowerFirst(status);
  return count === 1 || !/^\p{Ll}+[aeo]$/u.test(word) ? word : `${word}s`;
};
