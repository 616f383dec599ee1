import { Prisma } from "../../generated/client.js";
import type { Transaction } from "../../operation/operation.js";

/**
 * Finds a pet that has a value of an attribute.
 * @param since - Only profiles that have changed since this time count.
 */
export const findPetWithValue = async (
  tx: Transaction,
  attributeId: number,
  since?: Date,
): Promise<number | undefined> => {
  const profile = await tx.petProfile.findFirst({
    where: {
      attributes: { path: [String(attributeId)], not: Prisma.AnyNull },
      ...(since !== undefined && { updatedAt: { gte: since } }),
    },
    select: { petId: true },
  });
  return profile?.petId;
};
