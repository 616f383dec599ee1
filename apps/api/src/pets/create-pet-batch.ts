import type { contract, NewPet, Pet } from "@petstore/contract";
import { queryOf } from "../database/query.js";
import type { Deps } from "../deps.js";
import type { Operation, Transaction } from "../operation/operation.js";
import { checkCategories, lockCategories } from "./lock-categories.js";

/** One text in and one out: Prisma's own `createMany` of a thousand rows keeps the event loop for half a second. */
const insertPetsSql = `
  WITH drawn AS MATERIALIZED (
    SELECT nextval('pet_id_seq') AS id, given.* FROM (
      SELECT name, "categoryId", status
      FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (name text, "categoryId" bigint, status pet_status))
        WITH ORDINALITY AS pet (name, "categoryId", status, place) ORDER BY place
    ) AS given
  ), made AS (
    INSERT INTO pet (id, name, category_id, status) SELECT id, name, "categoryId", status FROM drawn RETURNING id
  )
  SELECT json_agg(id ORDER BY id)::text AS ids FROM made`;

/** @returns The pets in the order of the rows, in which their ids are drawn. */
const insertPets = async (tx: Transaction, rows: readonly NewPet[]): Promise<Pet[]> => {
  const data = rows.map(({ name, categoryId, status = "available" }) => ({ name, categoryId, status }));
  const [made] = await queryOf(tx)<{ ids: string }>(insertPetsSql, [JSON.stringify(data)]);
  const ids = JSON.parse(made?.ids ?? "[]") as number[];
  return data.map((pet, at) => ({ id: ids[at] as number, ...pet }));
};

/** Adds many animals, all or none. A dry run checks the same and writes nothing. */
export const createPetBatch =
  (deps: Pick<Deps, "config">): Operation<typeof contract.pets.createPetBatch> =>
  async ({ query: { dryRun = false }, body }, change) => {
    const { tx, record } = change;
    const references = body.map(({ categoryId }, at) => ({ place: `body.${at}.categoryId`, categoryId }));
    if (dryRun) {
      await checkCategories(tx, deps.config, references);
      return { status: 200, body: { valid: true, count: body.length } };
    }
    await lockCategories(change, deps.config, references);
    const pets = await insertPets(tx, body);
    for (const pet of pets) {
      record({ action: "pet.create", subject: { kind: "pet", id: pet.id }, before: null, after: pet });
    }
    return { status: 201, body: pets };
  };
