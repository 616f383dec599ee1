import type { Pet } from "@petstore/contract";
import type { Query } from "../database/query.js";

/** Joined texts need no escaping: the contract refuses line feeds. */
const given = `unnest(string_to_array($1, E'\\n')::bigint[], string_to_array($2, E'\\n'),
  string_to_array($3, E'\\n')::bigint[], string_to_array($4, E'\\n')::pet_status[]) AS given (id, name, category_id, status)`;

export const valuesOf = (pets: readonly Pet[]) => [
  pets.map(({ id }) => id).join("\n"),
  pets.map(({ name }) => name).join("\n"),
  pets.map(({ categoryId }) => categoryId).join("\n"),
  pets.map(({ status }) => status).join("\n"),
];

export const updateSql = `UPDATE pet SET name = given.name, category_id = given.category_id, status = given.status
  FROM ${given} WHERE pet.id = given.id`;

/** @param query - Of a transaction that locks the pets. @param pets - Their categories exist. */
export const updatePets = async (query: Query, pets: readonly Pet[]): Promise<void> => {
  if (pets.length === 0) return;
  await query(updateSql, valuesOf(pets));
};

/** @param query - Of a transaction that locks the pets for deletion; no open order reserves one. */
export const deletePets = async (query: Query, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await query("DELETE FROM pet WHERE id = ANY ($1::bigint[])", [ids]);
};

/** Inserts deleted pets under their old ids. @param pets - Their categories exist; no pet has one of their ids. */
export const restorePets = async (query: Query, pets: readonly Pet[]): Promise<void> => {
  if (pets.length === 0) return;
  await query(`INSERT INTO pet (id, name, category_id, status) SELECT * FROM ${given}`, valuesOf(pets));
};
