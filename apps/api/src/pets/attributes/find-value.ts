import type { Query, StoredId } from "../../database/query.js";

/** Finds a pet that has a value of an attribute. JSON has no such filter in a model. @param since - Of which the profile changed since. */
export const findPetWithValue = async (
  query: Query,
  attributeId: number,
  since?: Date,
): Promise<number | undefined> => {
  const [found] = await query<{ petId: StoredId }>(
    `SELECT pet_id AS "petId" FROM pet_profile
     WHERE attributes ? $1 AND ($2::timestamptz IS NULL OR updated_at >= $2::timestamptz) LIMIT 1`,
    [String(attributeId), since ?? null],
  );
  return found && Number(found.petId);
};
