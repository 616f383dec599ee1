import type { Query, StoredId } from "../../database/query.js";

/**
 * Finds a pet that has a value of an attribute, with SQL, because models have no such filter for JSON.
 * @param since - Only profiles that have changed since this time count.
 */
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
