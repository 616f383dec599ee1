import { searchTextOf } from "@petstore/contract/routes";
import { Prisma } from "../../generated/client.js";
import { contains } from "../../operation/listing/contains.js";

/** An index of trigrams finds texts of at least so many characters. */
const TRIGRAM = 3;

const quoted = (text: string) => text.replaceAll("\\", "\\\\").replaceAll("'", "''");

/**
 * The pets whose name may contain one or two characters: those whose words say so, those whose words are not written yet
 * after a change, and those that a rebuild has not reached.
 */
const candidatesFor = (characters: readonly string[]) => {
  const lexeme = `'%${quoted(characters.join(""))}'${characters.length === 1 ? ":*" : ""}`;
  return Prisma.sql`id IN (SELECT pet_id FROM pet_search WHERE words @@ ${lexeme}::tsquery
    UNION ALL SELECT pet_id FROM search_change
    UNION ALL SELECT pet.id FROM pet WHERE pet.id > (SELECT min(reached_pet_id) FROM search_rebuild))`;
};

/** Tells whether the name of a pet has a text anywhere, ignoring case and accents. */
export const nameContains = (text: string): Prisma.Sql => {
  const has = contains(Prisma.sql`name`, text);
  const characters = Array.from(searchTextOf(text));
  if (characters.length === 0 || characters.length >= TRIGRAM) return has;
  return Prisma.sql`${has} AND ${candidatesFor(characters)}`;
};
