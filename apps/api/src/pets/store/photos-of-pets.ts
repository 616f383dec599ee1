import type { Photo } from "@petstore/contract/routes";
import type { AuditEntry } from "../../operation/audit-trail.js";
import { byteGroups, bytesOf } from "../../operation/byte-groups.js";
import type { MutationContext } from "../../operation/operation.js";
import { photoDeletion, photoRestoration } from "./photo-events.js";
import { findPhotos } from "./photo-table.js";

/**
 * The size of a photo with its event, in bytes. A request may delete the most pets, each with the most photos, if they
 * have nothing else.
 */
export const PHOTO_BYTES = 1_200;

type Change = Pick<MutationContext, "tx" | "record"> & { readonly memory?: MutationContext["memory"] | undefined };

const ofPets = (ids: readonly number[]) => ({ petId: { in: [...ids] }, deletedAt: null });

const recordPhotos = async (
  { tx, record }: Pick<Change, "tx" | "record">,
  petIds: readonly number[],
  entryOf: (photo: Photo) => AuditEntry,
): Promise<void> => {
  for (const { photo } of await findPhotos(tx, ofPets(petIds))) record(entryOf(photo));
};

/**
 * Records the photos of pets that are deleted. Their rows stay, because a photo has no foreign key to its pet, and they
 * belong to the pet again when it is restored.
 */
export const recordDeletedPhotos = (change: Pick<Change, "tx" | "record">, petIds: readonly number[]): Promise<void> =>
  recordPhotos(change, petIds, photoDeletion);

/**
 * Records the photos that restored pets have again. Call it after the pets were restored.
 * @throws AppError 413, 503 if the photos take too much memory
 */
export const recordRestoredPhotos = async (change: Change, petIds: readonly number[]): Promise<void> => {
  const where = ofPets(petIds);
  const counts = await change.tx.photo.groupBy({ by: ["petId"], where, _count: true, orderBy: { petId: "asc" } });
  if (counts.length === 0) return;
  const weighed = counts.map(({ petId, _count }) => ({ id: petId, bytes: _count * PHOTO_BYTES }));
  change.memory?.hold({ pets: petIds.length, bytes: bytesOf(weighed) });
  for (const group of byteGroups(weighed)) await recordPhotos(change, group, photoRestoration);
};
