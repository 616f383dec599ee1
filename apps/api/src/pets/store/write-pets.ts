import type { Pet } from "@petstore/contract/routes";
import type { Query } from "../../database/query.js";
import { columnAssignments, columnNames, jsonColumns, jsonFields } from "./pet-table.js";

const given = (parameter: number) => `jsonb_to_recordset($${parameter}::jsonb) AS given (${jsonColumns})`;

const idsOf = (pets: readonly Pet[]) => pets.map(({ id }) => id);

export const valuesOf = (pets: readonly Pet[]): [number[], string] => [idsOf(pets), JSON.stringify(pets)];

/**
 * The ids are a separate condition, because the planner expects few ids and then reads only these rows of `pet`. For
 * JSON it would expect 100 rows.
 * @param first - The number of the first parameter of {@link valuesOf}.
 */
export const updateSql = (first: number): string =>
  `UPDATE pet SET ${columnAssignments("given")} FROM ${given(first + 1)}
   WHERE pet.id = given.id AND pet.id = ANY ($${first}::bigint[])`;

const updatePetsSql = updateSql(1);

/** @param query - Runs in a transaction that has locked the pets. @param pets - Their categories must exist. */
export const updatePets = async (query: Query, pets: readonly Pet[]): Promise<void> => {
  if (pets.length === 0) return;
  await query(updatePetsSql, valuesOf(pets));
};

/**
 * Inserts deleted pets with their old ids.
 * @param pets - Their categories must exist, and no pet may have one of their ids.
 */
export const restorePets = async (query: Query, pets: readonly Pet[]): Promise<void> => {
  if (pets.length === 0) return;
  await query(`INSERT INTO pet (id, ${columnNames}) SELECT id, ${jsonFields} FROM ${given(1)}`, [JSON.stringify(pets)]);
};
