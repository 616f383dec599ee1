import type { contract } from "@petstore/contract/routes";
import { recordDeleted } from "./store/record-deleted.js";
import { queryOf } from "../database/query.js";
import { petReserved } from "../errors.js";
import { deletionOf } from "../operation/audit-trail.js";
import type { MutationContext, Operation } from "../operation/operation.js";
import { lockPet, requirePet } from "./require-pet.js";
import { findReserved } from "./store/lock-pets.js";

/**
 * Deletes a pet that the transaction has locked for the deletion. So no order can reserve it in the meantime, because
 * the foreign key of the order waits for the lock.
 * @throws AppError 409, 412, 413, 503
 */
export const deleteLockedPet = async (
  { tx, record, memory }: Pick<MutationContext, "tx" | "record" | "memory">,
  petId: number,
  ifMatch: string | undefined,
): Promise<{ readonly status: 204; readonly body: undefined }> => {
  const pet = await requirePet(tx, petId, ifMatch);
  const orderId = (await findReserved(queryOf(tx), [petId])).get(petId);
  if (orderId !== undefined) throw petReserved(petId, orderId);
  await recordDeleted({ tx, record, memory }, [petId]);
  await tx.pet.delete({ where: { id: petId } });
  record(deletionOf("pet", pet));
  return { status: 204, body: undefined };
};

export const deletePet =
  (): Operation<typeof contract.pets.deletePet> =>
  async ({ params: { petId }, headers }, context) => {
    await lockPet(context.tx, petId, "deletion");
    return deleteLockedPet(context, petId, headers["if-match"]);
  };
