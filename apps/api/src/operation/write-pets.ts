import type { Pet } from "@petstore/contract/routes";
import type { Query } from "../database/query.js";
import { columnArrays, columnAssignments, columnNames, columnValues } from "./pet-columns.js";

const given = (first: number) =>
  `unnest(string_to_array($${first}, E'\\n')::bigint[], ${columnArrays(first + 1)}) AS given (id, ${columnNames})`;

export const valuesOf = (pets: readonly Pet[]) => [pets.map(({ id }) => id).join("\n"), ...columnValues(pets)];

/** @param first - The number of the first parameter of {@link valuesOf}. */
export const updateSql = (first: number): string =>
  `UPDATE pet SET ${columnAssignments("given")} FROM ${given(first)} WHERE pet.id = given.id`;

const updatePetsSql = updateSql(1);

/** @param query - Of a transaction that locks the pets. @param pets - Their categories exist. */
export const updatePets = async (query: Query, pets: readonly Pet[]): Promise<void> => {
  if (pets.length === 0) return;
  await query(updatePetsSql, valuesOf(pets));
};

/** @param query - Of a transaction that locks the pets for deletion; no open order reserves one. */
export const deletePets = async (query: Query, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await query("DELETE FROM pet WHERE id = ANY ($1::bigint[])", [ids]);
};

/** Inserts deleted pets under their old ids. @param pets - Their categories exist; no pet has one of their ids. */
export const restorePets = async (query: Query, pets: readonly Pet[]): Promise<void> => {
  if (pets.length === 0) return;
  await query(`INSERT INTO pet (id, ${columnNames}) SELECT * FROM ${given(1)}`, valuesOf(pets));
};
