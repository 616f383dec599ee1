import { MAX_PHOTOS, type Photo } from "@petstore/contract/routes";
import { notFound, tooManyPhotos } from "../../errors.js";
import { requireMatch } from "../../operation/if-match.js";
import type { Transaction } from "../../operation/operation.js";
import { arrangePhotos, findPhotos, type PhotoRow, touchProfile } from "../store/photo-table.js";

type PhotoParams = { readonly petId: number; readonly photoId: number };

type Reading = Pick<Transaction, "pet" | "photo">;

/** @returns the photo, whether or not it is deleted @throws AppError 404, also if the pet no longer exists */
export const findPhoto = async (db: Reading, { petId, photoId }: PhotoParams): Promise<PhotoRow> => {
  const [row] = await findPhotos(db, { id: photoId, petId });
  // A photo remains for some time after its pet was deleted.
  if (row === undefined || (await db.pet.count({ where: { id: petId } })) === 0) throw notFound("photo", photoId);
  return row;
};

/** @throws AppError 404 if the photo is deleted, 412 if `ifMatch` does not match */
export const requirePhoto = async (db: Reading, params: PhotoParams, ifMatch?: string): Promise<Photo> => {
  const { photo, isDeleted } = await findPhoto(db, params);
  if (isDeleted) throw notFound("photo", params.photoId);
  requireMatch(ifMatch, "photo", photo);
  return photo;
};

/**
 * Returns the number of photos of a pet. It must run under the lock of the pet.
 * @throws AppError 409 if there is no room for another photo
 */
export const requireRoom = async (tx: Transaction, petId: number): Promise<number> => {
  const count = await tx.photo.count({ where: { petId, deletedAt: null } });
  if (count >= MAX_PHOTOS) throw tooManyPhotos(petId);
  return count;
};

/**
 * Restores a deleted photo, at its old position if there are enough other photos.
 * @param lockedAt - The time at which the pet was locked.
 * @throws AppError 409
 */
export const undelete = async (tx: Transaction, { id, petId, position }: Photo, lockedAt: Date): Promise<Photo> => {
  const count = await requireRoom(tx, petId);
  await tx.photo.update({ where: { id }, data: { deletedAt: null } });
  await arrangePhotos(tx, petId, { id, position: Math.min(position, count + 1) });
  await touchProfile(tx, petId, lockedAt);
  return requirePhoto(tx, { petId, photoId: id });
};

/** Deletes a photo so that it can be restored. @param lockedAt - The time at which the pet was locked. */
export const removePhoto = async (tx: Transaction, { id, petId }: Photo, lockedAt: Date): Promise<void> => {
  await tx.photo.update({ where: { id }, data: { deletedAt: lockedAt } });
  await arrangePhotos(tx, petId);
  await touchProfile(tx, petId, lockedAt);
};
