import type { Attribute } from "@petstore/contract/client";

/** What a day says about an animal: when it was born, or when it came to the store. */
export type DateMeaning = "birth" | "arrival";

// Stores name their fields themselves. The admin makes the name of a field from its label, without accents, so these
// are the words of its four languages.
const patterns: Readonly<Record<DateMeaning, RegExp>> = {
  birth:
    /^(?:born|birth|dob$|date_of_birth|geboren|geburt|nacid[oa]|nacimiento|fecha_(?:de_)?nacimiento|nee?_le|naissance|date_(?:de_)?naissance)/,
  arrival:
    /^(?:arriv|intake|came_in|here_since|in_since|date_in$|date_of_(?:arrival|intake)|ankunft|angekommen|aufnahme|aufgenommen|eingang|ingreso|llegada|fecha_(?:de_)?(?:ingreso|llegada|entrada)|arrivee|entree|date_(?:d_)?(?:entree|arrivee))/,
};

/** Returns what the days of a field mean, as its name says. */
export const dateMeaning = ({ name, type }: Pick<Attribute, "name" | "type">): DateMeaning | undefined => {
  if (type !== "date") return undefined;
  if (patterns.birth.test(name)) return "birth";
  return patterns.arrival.test(name) ? "arrival" : undefined;
};
