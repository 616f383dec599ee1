import type { Attribute } from "@petstore/contract/client";
import { useEffect, useMemo, useState } from "react";
import { z } from "zod";
import { createPreference } from "../../lib/page/preferences";
import { typeOf } from "../../lib/pets/attribute-types";
import { dateMeaning } from "../../lib/pets/date-meanings";
import type { ListedPet } from "./queries";

const MAX_USUAL = 6;
/** A field of which fewer animals have a value is no usual column, because the column would be mostly empty. */
const LEAST_SHARE = 0.5;

/** The fields of a new store that say most about an animal, in the order of their columns. */
const known = ["breed", "sex", "born_on", "location", "price", "arrived_on"];
/** A code tells people nothing that they compare from row to row. */
const codes = ["microchip"];

/** How early a field becomes a column. Fields of the same rank keep the order that the store gave them. */
const rankOf = (one: Attribute): number => {
  const at = known.indexOf(one.name);
  if (at !== -1) return at;
  if (dateMeaning(one) !== undefined) return known.length;
  // Yes or no, and lists of words, come last: the former says little, and the latter needs much room.
  return known.length + (typeOf(one)?.isSortable === true && one.type !== "boolean" ? 1 : 2);
};

const isUsable = (one: Attribute): boolean =>
  !one.isArchived && typeOf(one) !== undefined && one.type !== "longText" && !codes.includes(one.name);

/**
 * Returns the names of the fields that most of the animals have, the most telling first. The list shows them until a
 * person chooses columns.
 * @param pets - The animals of a page, which stand for the others of the store.
 */
export const usualColumns = (fields: readonly Attribute[], pets: readonly ListedPet[]): readonly string[] => {
  const shareOf = ({ name }: Attribute) =>
    pets.filter(({ profile }) => profile?.attributes[name] !== undefined).length / pets.length;
  return fields
    .filter((one) => isUsable(one) && shareOf(one) >= LEAST_SHARE)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, MAX_USUAL)
    .map(({ name }) => name);
};

const Names = z.array(z.string());

/** The usual columns that this browser saw last, so that the list has the same columns from its first row on. */
export const lastUsualColumns = createPreference<readonly string[] | null>(
  "usual-columns",
  (stored) => Names.safeParse(stored).data ?? null,
);

/**
 * Returns the names of the usual columns. They stay the same as long as the list is open, so that no column comes or
 * goes under the eyes of a person.
 * @param isWhole - Whether the animals are not filtered. A part of them decides only until the next time.
 */
export const useUsualColumns = (
  fields: readonly Attribute[] | undefined,
  pets: readonly ListedPet[],
  isWhole: boolean,
): readonly string[] => {
  const [shown, show] = useState(lastUsualColumns.get);
  const found = useMemo(
    () => (fields === undefined || pets.length === 0 ? undefined : usualColumns(fields, pets)),
    [fields, pets],
  );
  if (shown === null && found !== undefined) show(found);
  const key = isWhole && found !== undefined ? JSON.stringify(found) : undefined;
  useEffect(() => {
    if (key !== undefined) lastUsualColumns.set(Names.parse(JSON.parse(key)));
  }, [key]);
  return shown ?? found ?? [];
};
