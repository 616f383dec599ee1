import type { contract, Photo } from "@petstore/contract/routes";
import { checkRecentProof } from "../../credentials/recent-proof.js";
import { includesScope } from "../../credentials/scopes.js";
import { lockRows } from "../../database/lock-row.js";
import { queryOf } from "../../database/query.js";
import { erasureRefused, notFound } from "../../errors.js";
import { requireMatch } from "../../operation/if-match.js";
import type { MutationContext, Operation } from "../../operation/operation.js";
import { lockPet } from "../require-pet.js";
import { arrangePhotos, findPhotos, ofImage, touchProfile } from "../store/photo-table.js";
import { lockMedia, type MediaStore } from "./media-store.js";
import { photoDeletion, photoErasure } from "../store/photo-events.js";
import { removePhoto, requirePhoto } from "./require-photo.js";

/** Stored outcomes repeat responses for a day, and the placeholder in such a response shows the photo. */
const eraseOutcomesSql = `UPDATE stored_outcome
  SET body = regexp_replace(body, '"placeholder":"[^"]*"', '"placeholder":"data:,"')
  WHERE body LIKE '%"sha256":"' || $1 || '"%'`;

/**
 * Erases an image together with all its photos, so that the person who erases it does not find it again at another pet.
 * Media are locked before pets.
 */
const eraseAll = async (
  media: MediaStore,
  { tx, record }: Pick<MutationContext, "tx" | "record">,
  { sha256 }: Photo,
): Promise<void> => {
  const query = queryOf(tx);
  const image = ofImage(sha256);
  // From here on, no photo can be added that uses the image.
  await lockMedia(query, sha256, "deletion");
  const ofPets = await tx.photo.findMany({ where: image, select: { petId: true } });
  const locks = await lockRows(
    tx,
    "pet",
    ofPets.map(({ petId }) => petId),
    "update",
  );
  const all = await findPhotos(tx, image);
  await tx.photo.deleteMany({ where: image });
  await media.delete(query, [sha256], true);
  await query(eraseOutcomesSql, [sha256]);
  for (const { photo, isDeleted } of all) {
    record(photoErasure(photo));
    const lockedAt = locks.get(photo.petId);
    if (isDeleted || lockedAt === undefined) continue;
    await arrangePhotos(tx, photo.petId);
    await touchProfile(tx, photo.petId, lockedAt);
  }
};

export const deletePhoto =
  ({ media }: { readonly media: MediaStore }): Operation<typeof contract.photos.deletePhoto> =>
  async ({ params, headers, query: { erase = false } }, { tx, caller, record }) => {
    if (erase) {
      if (!includesScope(caller.scope, "admin")) throw erasureRefused();
      // Finds the photo whether or not the pet still exists.
      const [found] = await findPhotos(tx, { id: params.photoId, petId: params.petId });
      if (found === undefined) throw notFound("photo", params.photoId);
      const { photo } = found;
      requireMatch(headers["if-match"], "photo", photo);
      await checkRecentProof(queryOf(tx), caller);
      await eraseAll(media, { tx, record }, photo);
      return { status: 204, body: undefined };
    }
    await requirePhoto(tx, params);
    const lockedAt = await lockPet(tx, params.petId);
    const photo = await requirePhoto(tx, params, headers["if-match"]);
    await removePhoto(tx, photo, lockedAt);
    record(photoDeletion(photo));
    return { status: 204, body: undefined };
  };
