import type { contract } from "@petstore/contract/routes";
import { recordDeleted } from "./store/record-deleted.js";
import { queryOf } from "../database/query.js";
import { petReserved } from "../errors.js";
import { deletionOf } from "../operation/audit-trail.js";
import type { Operation } from "../operation/operation.js";
import { lockPet, requirePet } from "./require-pet.js";
import { findReserved } from "./store/lock-pets.js";

export const deletePet =
  (): Operation<typeof contract.pets.deletePet> =>
  async ({ params: { petId }, headers }, { tx, record, memory }) => {
    // From here on, no order can reserve the pet, because the foreign key of the order waits for this lock.
    const query = queryOf(tx);
    await lockPet(tx, petId, "deletion");
    const pet = await requirePet(tx, petId, headers["if-match"]);
    const orderId = (await findReserved(query, [petId])).get(petId);
    if (orderId !== undefined) throw petReserved(petId, orderId);
    await recordDeleted({ tx, record, memory }, [petId]);
    await tx.pet.delete({ where: { id: petId } });
    record(deletionOf("pet", pet));
    return { status: 204, body: undefined };
  };
