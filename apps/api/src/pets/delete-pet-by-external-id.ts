import type { contract } from "@petstore/contract/routes";
import { lockRow } from "../database/lock-row.js";
import { queryOf } from "../database/query.js";
import { externalIdNotFound } from "../errors.js";
import type { Operation } from "../operation/operation.js";
import { deleteLockedPet } from "./delete-pet.js";
import { findOwners, lockExternalIds } from "./store/external-ids.js";

export const deletePetByExternalId =
  (): Operation<typeof contract.pets.deletePetByExternalId> =>
  async ({ params: { externalId }, headers }, context) => {
    const query = queryOf(context.tx);
    const findOwner = async () => (await findOwners(query, [externalId])).get(externalId);
    await lockExternalIds(query, [externalId]);
    const petId = await findOwner();
    const lockedAt = petId === undefined ? undefined : await lockRow(context.tx, "pet", petId, "deletion");
    // Before the lock was acquired, the pet may have been deleted, or may have lost the external id.
    if (petId === undefined || lockedAt === undefined || (await findOwner()) !== petId) throw externalIdNotFound();
    return deleteLockedPet(context, petId, headers["if-match"]);
  };
