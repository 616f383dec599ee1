import { RESTORE_DAYS } from "@petstore/contract/routes";
import { queryOf } from "../database/query.js";
import type { Transaction } from "../operation/operation.js";

/** How many profiles a step reads. It rewrites only those that have a value of the attribute. */
const STEP_PROFILES = 2_000;

/**
 * Removes the values of an attribute that was deleted and can no longer be restored, from the next profiles. A step is
 * one transaction, so that after a crash the next step continues where the last one ended.
 * @returns Whether profiles are left to check.
 */
export const purgeStep = async (tx: Transaction): Promise<boolean> => {
  const query = queryOf(tx);
  const [attribute] = await query<{ attributeId: string; reached: string }>(
    `UPDATE deleted_attribute SET purged_pet_id = coalesce(purged_pet_id, 0)
     WHERE id = (
       SELECT id FROM deleted_attribute WHERE deleted_at <= now() - make_interval(days => $1::integer)
       ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED
     ) RETURNING id::text AS "attributeId", purged_pet_id::text AS reached`,
    [RESTORE_DAYS],
  );
  if (attribute === undefined) return false;
  const { attributeId: id, reached } = attribute;
  const [step] = await query<{ count: number; reached: string }>(
    `WITH batch AS MATERIALIZED (
       SELECT pet_id, attributes ? $1::text AS has_value FROM pet_profile WHERE pet_id > $2::bigint
       ORDER BY pet_id LIMIT ${STEP_PROFILES} FOR NO KEY UPDATE
     ), purged AS (
       UPDATE pet_profile SET attributes = attributes - $1::text FROM batch
       WHERE pet_profile.pet_id = batch.pet_id AND has_value
     )
     SELECT count(*)::integer AS count, coalesce(max(pet_id), 0)::text AS reached FROM batch`,
    [id, reached],
  );
  const where = { id: BigInt(id) };
  if (step === undefined || step.count < STEP_PROFILES) await tx.deletedAttribute.delete({ where });
  else await tx.deletedAttribute.update({ where, data: { purgedPetId: BigInt(step.reached) } });
  return true;
};
