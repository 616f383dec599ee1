import type { Photo } from "@petstore/contract/routes";
import { lockRow } from "../../database/lock-row.js";
import type { Query } from "../../database/query.js";
import { notFound, petNotFound, tooManyPhotos } from "../../errors.js";
import { MAX_PHOTOS } from "@petstore/contract/routes";
import { requireMatch } from "../../operation/etag.js";
import { arrangePhotos, findPhotos, type PhotoRow, touchProfile } from "../store/photo-table.js";

type PhotoParams = { readonly petId: number; readonly photoId: number };

/**
 * Keeps changes of a pet's photos apart, and a deletion of the pet.
 * @returns the time of the lock by the database's clock. @throws AppError 404
 */
export const lockPetOfPhotos = async (query: Query, petId: number): Promise<Date> => {
  const lockedAt = await lockRow(query, "pet", petId, "update");
  if (lockedAt === undefined) throw petNotFound(petId);
  return lockedAt;
};

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

const countPhotos = async (query: Query, petId: number): Promise<number> => {
  const sql = "SELECT count(*)::integer AS count FROM photo WHERE pet_id = $1::bigint AND deleted_at IS NULL";
  const [row] = await query<{ count: number }>(sql, [petId]);
  return row?.count ?? 0;
};

/** The number of photos, under the lock of the pet. @throws AppError 409 if there is no room for another */
export const requireRoom = async (query: Query, petId: number): Promise<number> => {
  const count = await countPhotos(query, petId);
  if (count >= MAX_PHOTOS) throw tooManyPhotos(petId);
  return count;
};

/** Gives the pet a deleted photo back, at its position if there are enough others. @throws AppError 409 */
export const undelete = async (query: Query, { id, petId, position }: Photo): Promise<Photo> => {
  const count = await requireRoom(query, petId);
  await query("UPDATE photo SET deleted_at = NULL WHERE id = $1::bigint", [id]);
  await arrangePhotos(query, petId, { id, position: Math.min(position, count + 1) });
  await touchProfile(query, petId);
  return requirePhoto(query, { petId, photoId: id });
};
