import { Prisma } from "../../generated/client.js";
import { petColumnOf } from "../store/pet-table.js";
import type { AttributeFilter } from "./attribute-filters.js";

const { id: _id, ...others } = petColumnOf;
const columns = Prisma.join(Object.values(others));

const any = (conditions: readonly Prisma.Sql[]) => Prisma.sql`(${Prisma.join([...conditions], " OR ")})`;

const isAmong = ({ values, ranges }: AttributeFilter, column: Prisma.Sql): Prisma.Sql =>
  any([
    ...values.map((value) => Prisma.sql`${column} = ${value}`),
    ...ranges.map(({ from, to }) => {
      const ends = [
        ...(from === undefined ? [] : [Prisma.sql`${column} >= ${from}`]),
        ...(to === undefined ? [] : [Prisma.sql`${column} <= ${to}`]),
      ];
      return Prisma.sql`(${Prisma.join(ends, " AND ")})`;
    }),
  ]);

/** Tells whether a single walk of the index returns the pets of a filter in the order of their ids. */
export const isOneValue = ({ values, ranges }: AttributeFilter): boolean => values.length === 1 && ranges.length === 0;

const isFoundIn = (name: Prisma.Sql, filter: AttributeFilter) =>
  Prisma.sql`${name}.attribute_id = ${filter.attributeId}::bigint AND ${isAmong(filter, Prisma.sql`${name}.value`)}`;

const values = Prisma.sql`pet_attribute_value`;

/** Returns the condition with which the index of values is searched. */
export const isFound = (filter: AttributeFilter): Prisma.Sql =>
  Prisma.sql`id IN (SELECT pet_id FROM ${values} WHERE ${isFoundIn(values, filter)})`;

const hasSeveral = ({ type }: AttributeFilter) => type === "choices" || type === "labels";

const keyOf = (type: string, value: Prisma.Sql) =>
  Prisma.sql`attribute_key(${Prisma.raw(`'${type}'`)}, ${value}) COLLATE "C"`;

/**
 * Reads the value of the filter's attribute from a profile, if the attribute can have only one value. `->>` does not
 * copy it as JSON.
 */
const keyInProfile = ({ type, attributeId }: AttributeFilter): Prisma.Sql =>
  type === "text" || type === "number"
    ? keyOf(type, Prisma.sql`attributes -> ${String(attributeId)}`)
    : Prisma.sql`(attributes ->> ${String(attributeId)}) COLLATE "C"`;

/**
 * Returns the same condition for the `attributes` of a profile.
 * @param key - The key of an attribute that can have only one value.
 */
const isInProfile = (filter: AttributeFilter, key: Prisma.Sql): Prisma.Sql => {
  if (!hasSeveral(filter)) return isAmong(filter, key);
  return Prisma.sql`(SELECT true FROM jsonb_path_query(attributes -> ${String(filter.attributeId)}, '$[*]') AS entry
    WHERE ${isAmong(filter, keyOf(filter.type, Prisma.sql`entry`))} LIMIT 1)`;
};

/**
 * Returns the same condition, to be tested for one pet after the other. It does not use EXISTS, which the planner might
 * turn into a scan of all profiles.
 */
export const hasValue = (filter: AttributeFilter): Prisma.Sql =>
  Prisma.sql`(SELECT ${isInProfile(filter, keyInProfile(filter))} FROM pet_profile WHERE pet_id = id)`;

/** Up to this number, pets are read, checked and sorted all at once. */
const FEW = 2_000;

/** Counts the pets that the index finds for each filter. It stops counting at 2,000. */
export const countsStatement = (filters: readonly AttributeFilter[]): Prisma.Sql => {
  const counts = filters.map(
    (filter) => Prisma.sql`(SELECT count(*) FROM (
      SELECT FROM ${values} WHERE ${isFoundIn(values, filter)} LIMIT ${Prisma.raw(String(FEW))}) AS counted)::int`,
  );
  return Prisma.sql`SELECT ARRAY[${Prisma.join(counts)}] AS counts`;
};

export const areFew = (count: number): boolean => count < FEW;

const pet = Prisma.sql`pet`;
const asPet = (select: Prisma.Sql) => Prisma.sql`(${select}) AS ${pet}`;

/**
 * Joins the pet of each row of `walk`. OFFSET keeps the planner from using a merge join, which would read all pets from
 * the first one on.
 */
const joinedPet = Prisma.sql`CROSS JOIN LATERAL (SELECT ${columns} FROM pet WHERE pet.id = walk.pet_id OFFSET 0) AS found`;

const keyColumn = ({ attributeId }: AttributeFilter) => Prisma.raw(`key_${attributeId}`);

/**
 * Selects the pets that have a profile, with their `id` and the key that {@link isInWalk} needs. The key is read only
 * once, although a range compares it twice.
 */
export const profilesFor = (filters: readonly AttributeFilter[]): Prisma.Sql => {
  const read = [
    Prisma.sql`pet_id AS id`,
    ...(filters.some(hasSeveral) ? [Prisma.sql`attributes`] : []),
    ...filters
      .filter((filter) => !hasSeveral(filter))
      .map((filter) => Prisma.sql`${keyInProfile(filter)} AS ${keyColumn(filter)}`),
  ];
  return asPet(Prisma.sql`SELECT ${Prisma.join(read)} FROM pet_profile`);
};

/** Returns the same condition for a walk of {@link profilesFor}. */
export const isInWalk = (filter: AttributeFilter): Prisma.Sql => isInProfile(filter, keyColumn(filter));

/** Selects only the `id` of the pets that have a value. */
export const idsWith = (filter: AttributeFilter): Prisma.Sql =>
  asPet(Prisma.sql`SELECT pet_id AS id FROM ${values} WHERE ${isFoundIn(values, filter)}`);

/** Joins the other columns of pets to a walk that has only their ids. */
export const restOfPet = Prisma.sql`CROSS JOIN LATERAL (
  SELECT ${columns} FROM pet AS one WHERE one.id = pet.id OFFSET 0) AS found`;

/** Selects the pets that have a value, in the order of the walk. `id` is the column of the walk. */
export const petsWith = (filter: AttributeFilter): Prisma.Sql =>
  asPet(Prisma.sql`SELECT walk.pet_id AS id, ${columns} FROM ${values} AS walk ${joinedPet}
    WHERE ${isFoundIn(Prisma.sql`walk`, filter)}`);

type Sort = {
  readonly attributeId: number;
  readonly type: string;
  readonly isDescending: boolean;
};

/** All columns of the order have the same direction, except that pets without a value always come last. */
const rankOf = (isWithout: Prisma.Sql, { isDescending }: Sort) =>
  Prisma.sql`(${isWithout}) <> ${Prisma.raw(String(isDescending))} AS sort_rank`;

/** Selects a few pets, each once, with the columns that are needed for an order by an attribute. */
export const fewPets = (filter: AttributeFilter, sort: Sort | undefined): Prisma.Sql => {
  const sorted =
    sort && Prisma.sql`, coalesce(key, '') COLLATE "C" AS sort_value, ${rankOf(Prisma.sql`key IS NULL`, sort)}`;
  const key =
    sort &&
    Prisma.sql`LEFT JOIN LATERAL (
      SELECT ${keyOf(sort.type, Prisma.sql`attributes -> ${String(sort.attributeId)}`)} AS key FROM pet_profile
      WHERE pet_profile.pet_id = walk.pet_id OFFSET 0) AS profile ON true`;
  return asPet(Prisma.sql`SELECT walk.pet_id AS id, ${columns} ${sorted ?? Prisma.empty}
    FROM (SELECT DISTINCT pet_id FROM ${values} WHERE ${isFoundIn(values, filter)} OFFSET 0) AS walk ${joinedPet} ${key ?? Prisma.empty}`);
};

/**
 * Returns the two parts of an order by an attribute: first the pets with a value, and then those without.
 * @param within - The filter by the same attribute.
 */
export const sortedParts = (sort: Sort, within: AttributeFilter | undefined): Prisma.Sql[] => {
  const withValue = asPet(Prisma.sql`SELECT walk.pet_id AS id, ${columns}, walk.value AS sort_value,
      ${rankOf(Prisma.sql`false`, sort)}
    FROM ${values} AS walk ${joinedPet} WHERE walk.attribute_id = ${sort.attributeId}::bigint ${
      within === undefined ? Prisma.empty : Prisma.sql`AND ${isAmong(within, Prisma.sql`walk.value`)}`
    }`);
  if (within !== undefined) return [withValue];
  const without =
    asPet(Prisma.sql`SELECT pet.id, ${columns}, '' COLLATE "C" AS sort_value, ${rankOf(Prisma.sql`true`, sort)}
    FROM pet WHERE NOT EXISTS (
      SELECT FROM pet_profile WHERE pet_profile.pet_id = pet.id AND attributes ? ${String(sort.attributeId)})`);
  return [withValue, without];
};
