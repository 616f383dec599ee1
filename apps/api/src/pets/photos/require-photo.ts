import type { Photo } from "@petstore/contract/routes";
import { type Query, queryOf } from "../../database/query.js";
import { notFound, tooManyPhotos } from "../../errors.js";
import { MAX_PHOTOS } from "@petstore/contract/routes";
import { requireMatch } from "../../operation/etag.js";
import type { Transaction } from "../../operation/operation.js";
import { arrangePhotos, findPhotos, type PhotoRow, touchProfile } from "../store/photo-table.js";

type PhotoParams = { readonly petId: number; readonly photoId: number };

/** @returns it, deleted or not. @throws AppError 404 */
export const findPhoto = async (query: Query, { petId, photoId }: PhotoParams): Promise<PhotoRow> => {
  const condition =
    "photo.id = $1::bigint AND photo.pet_id = $2::bigint AND EXISTS (SELECT FROM pet WHERE pet.id = pet_id)";
  const [row] = await findPhotos(query, condition, [photoId, petId]);
  if (row === undefined) throw notFound("photo", photoId);
  return row;
};

/** @throws AppError 404 if it is deleted, 412 */
export const requirePhoto = async (query: Query, params: PhotoParams, ifMatch?: string): Promise<Photo> => {
  const { photo, isDeleted } = await findPhoto(query, params);
  if (isDeleted) throw notFound("photo", params.photoId);
  requireMatch(ifMatch, "photo", photo);
  return photo;
};

/** The number of photos, under the lock of the pet. @throws AppError 409 if there is no room for another */
export const requireRoom = async (tx: Transaction, petId: number): Promise<number> => {
  const count = await tx.photo.count({ where: { petId, deletedAt: null } });
  if (count >= MAX_PHOTOS) throw tooManyPhotos(petId);
  return count;
};

/**
 * Gives the pet a deleted photo back, at its position if there are enough others.
 * @param lockedAt - When the pet was locked. @throws AppError 409
 */
export const undelete = async (tx: Transaction, { id, petId, position }: Photo, lockedAt: Date): Promise<Photo> => {
  const count = await requireRoom(tx, petId);
  await tx.photo.update({ where: { id }, data: { deletedAt: null } });
  await arrangePhotos(tx, petId, { id, position: Math.min(position, count + 1) });
  await touchProfile(tx, petId, lockedAt);
  return requirePhoto(queryOf(tx), { petId, photoId: id });
};

/** Deletes a photo, which can be restored. @param lockedAt - When the pet was locked. */
export const removePhoto = async (tx: Transaction, { id, petId }: Photo, lockedAt: Date): Promise<void> => {
  await tx.photo.update({ where: { id }, data: { deletedAt: lockedAt } });
  await arrangePhotos(tx, petId);
  await touchProfile(tx, petId, lockedAt);
};
