import type { contract, Photo } from "@petstore/contract/routes";
import { checkRecentProof } from "../../credentials/recent-proof.js";
import { includesScope } from "../../credentials/scopes.js";
import { type Query, queryOf } from "../../database/query.js";
import { erasureRefused, notFound } from "../../errors.js";
import type { RecordChange } from "../../operation/audit-trail.js";
import { requireMatch } from "../../operation/etag.js";
import type { Operation, Transaction } from "../../operation/operation.js";
import { arrangePhotos, findPhotos, touchProfile } from "../store/photo-table.js";
import type { MediaStore } from "./media-store.js";
import { photoDeletion, photoErasure } from "./photo-events.js";
import { lockPetOfPhotos, requirePhoto } from "./require-photo.js";

const deleteOne = async (tx: Transaction, { id, petId }: Photo, deletedAt: Date): Promise<void> => {
  const query = queryOf(tx);
  await tx.photo.update({ where: { id }, data: { deletedAt } });
  await arrangePhotos(query, petId);
  await touchProfile(query, petId);
};

const sameImage = "photo.sha256 = decode($1, 'hex')";

/** Outcomes answer repeats for a day, and the placeholder shows the photo. */
const eraseOutcomesSql = `UPDATE stored_outcome
  SET body = regexp_replace(body, '"placeholder":"[^"]*"', '"placeholder":"data:,"')
  WHERE body LIKE '%"sha256":"' || $1 || '"%'`;

/** The image goes, so every photo of it goes: who erases one must not find it on another pet. Media before pets. */
const eraseAll = async (media: MediaStore, query: Query, sha256: string, record: RecordChange): Promise<void> => {
  await query("SELECT FROM media WHERE sha256 = decode($1, 'hex') FOR UPDATE", [sha256]);
  await query(
    `SELECT FROM pet WHERE id IN (SELECT pet_id FROM photo WHERE ${sameImage}) ORDER BY id FOR NO KEY UPDATE`,
    [sha256],
  );
  const all = await findPhotos(query, sameImage, [sha256]);
  await query(`DELETE FROM photo WHERE ${sameImage}`, [sha256]);
  await media.delete(query, [sha256], true);
  await query(eraseOutcomesSql, [sha256]);
  for (const { photo, isDeleted } of all) {
    record(photoErasure(photo));
    const [pet] = await query("SELECT FROM pet WHERE id = $1::bigint", [photo.petId]);
    if (isDeleted || pet === undefined) continue;
    await arrangePhotos(query, photo.petId);
    await touchProfile(query, photo.petId);
  }
};

export const deletePhoto =
  ({ media }: { readonly media: MediaStore }): Operation<typeof contract.photos.deletePhoto> =>
  async ({ params, headers, query: { erase = false } }, { tx, caller, record }) => {
    const query = queryOf(tx);
    if (erase) {
      if (!includesScope(caller.scope, "admin")) throw erasureRefused();
      // Whether or not the pet still exists.
      const [found] = await findPhotos(query, "photo.id = $1::bigint AND photo.pet_id = $2::bigint", [
        params.photoId,
        params.petId,
      ]);
      if (found === undefined) throw notFound("photo", params.photoId);
      const { photo } = found;
      requireMatch(headers["if-match"], "photo", photo);
      await checkRecentProof(query, caller);
      await eraseAll(media, query, photo.sha256, record);
      return { status: 204, body: undefined };
    }
    await requirePhoto(query, params);
    const lockedAt = await lockPetOfPhotos(query, params.petId);
    const photo = await requirePhoto(query, params, headers["if-match"]);
    await deleteOne(tx, photo, lockedAt);
    record(photoDeletion(photo));
    return { status: 204, body: undefined };
  };
