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

/** Whether the pets of a filter are one walk of the index, in the order of their ids. */
export const isOneValue = ({ values, ranges }: AttributeFilter): boolean => values.length === 1 && ranges.length === 0;

/** A condition that the index of values finds. @param id - Of the pet. */
export const isFound = (filter: AttributeFilter): Prisma.Sql => Prisma.sql`id IN (
  SELECT pet_id FROM pet_attribute_value WHERE attribute_id = ${filter.attributeId}::bigint
    AND ${isAmong(filter, Prisma.sql`value`)})`;

/** The same condition for one pet after another: the index has no order of pets for several values. */
export const hasValue = (filter: AttributeFilter): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM pet_profile, jsonb_path_query(attributes -> ${String(filter.attributeId)}, '$[*]') AS entry
  WHERE pet_id = id AND ${isAmong(filter, Prisma.sql`attribute_key(${Prisma.raw(`'${filter.type}'`)}, entry) COLLATE "C"`)})`;

const isValue = (name: Prisma.Sql, { attributeId, values: [value = Prisma.empty] }: AttributeFilter) =>
  Prisma.sql`${name}.attribute_id = ${attributeId}::bigint AND ${name}.value = ${value}`;

/** @param id - Of the pet, before the joins. @param filters - Each of one value. */
const joinsOf = (id: Prisma.Sql, filters: readonly AttributeFilter[]): Prisma.Sql => {
  const joins = filters.map((filter, at) => {
    const name = Prisma.raw(`also${at}`);
    return Prisma.sql`JOIN pet_attribute_value AS ${name} ON ${name}.pet_id = ${id} AND ${isValue(name, filter)}`;
  });
  return joins.length === 0 ? Prisma.empty : Prisma.join(joins, " ");
};

const pet = Prisma.sql`pet`;
const asPet = (select: Prisma.Sql) => Prisma.sql`(${select}) AS ${pet}`;

/**
 * The pets that have all of some values. `id` is of the first value's walk: PostgreSQL derives no range for it from one of
 * the pet's. It chooses where to start.
 */
export const petsWith = ([first, ...more]: readonly AttributeFilter[]): Prisma.Sql =>
  first === undefined
    ? pet
    : asPet(Prisma.sql`SELECT walk.pet_id AS id, ${columns} FROM pet_attribute_value AS walk
        JOIN pet ON pet.id = walk.pet_id ${joinsOf(Prisma.sql`walk.pet_id`, more)} WHERE ${isValue(Prisma.sql`walk`, first)}`);

type Sort = {
  readonly attributeId: number;
  readonly isDescending: boolean;
  /** The filter by the same attribute. */
  readonly within: AttributeFilter | undefined;
  readonly withAll: readonly AttributeFilter[];
};

/** The parts of an order by an attribute: the pets with a value, then those without. */
export const sortedParts = ({ attributeId, isDescending, within, withAll }: Sort): Prisma.Sql[] => {
  // All columns of the order have its direction, and yet pets without a value come last.
  const rank = (isSecond: boolean) => Prisma.raw(`${isSecond !== isDescending} AS sort_rank`);
  const withValue = asPet(Prisma.sql`SELECT walk.pet_id AS id, ${columns}, walk.value AS sort_value, ${rank(false)}
    FROM pet_attribute_value AS walk JOIN pet ON pet.id = walk.pet_id ${joinsOf(Prisma.sql`walk.pet_id`, withAll)}
    WHERE walk.attribute_id = ${attributeId}::bigint ${
      within === undefined ? Prisma.empty : Prisma.sql`AND ${isAmong(within, Prisma.sql`walk.value`)}`
    }`);
  if (within !== undefined) return [withValue];
  const without = asPet(Prisma.sql`SELECT pet.id, ${columns}, '' COLLATE "C" AS sort_value, ${rank(true)}
    FROM pet ${joinsOf(Prisma.sql`pet.id`, withAll)}
    WHERE NOT EXISTS (SELECT FROM pet_profile WHERE pet_profile.pet_id = pet.id AND attributes ? ${String(attributeId)})`);
  return [withValue, without];
};
