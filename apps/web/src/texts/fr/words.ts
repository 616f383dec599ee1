import { lowerFirst } from "../common";
import { plural } from "../numbers";

export const animals = (count: number) => plural(count, "animal", "animaux");

/** `statusOf(2, "Vendu")` is "vendus": what that many animals are. Phrases and names of the store have no plural. */
export const statusOf = (count: number, status: string) => {
  const word = lowerFirst(status);
  return count < 2 || !/^\p{Ll}+(?<![sxz])$/u.test(word) ? word : `${word}s`;
};
