import type { Photo } from "@petstore/contract/routes";
import {
  judgePast,
  type Outcome,
  type PastChange,
  type PutBack,
  type PutBackContext,
} from "../../operation/put-back.js";
import { lockPets } from "../store/lock-pets.js";
import { arrangePhotos, findPhotos, touchProfile } from "../store/photo-table.js";
import { photoDeletion, photoRestoration, photoUpdate } from "./photo-events.js";
import { requirePhoto, undelete } from "./require-photo.js";

const written = ["alt", "focalPoint", "rotation"] as const;

/** Other photos that come and go move a photo too, so its position counts only if the change moved the photo itself. */
const fieldsOf = ({ before, after }: PastChange) =>
  before === null || after === null ? written : ([...written, "position"] as const);

const change = async ({ tx, query, record }: PutBackContext, now: Photo, to: Partial<Photo>): Promise<void> => {
  const { alt, focalPoint, rotation, position } = to;
  await tx.photo.update({
    where: { id: now.id },
    data: {
      ...(alt !== undefined && { alt }),
      ...(focalPoint !== undefined && { focalX: focalPoint?.x ?? null, focalY: focalPoint?.y ?? null }),
      ...(rotation !== undefined && { rotation }),
    },
  });
  if (position !== undefined) await arrangePhotos(query, now.petId, { id: now.id, position });
  await touchProfile(query, now.petId);
  record(photoUpdate(now, await requirePhoto(query, { petId: now.petId, photoId: now.id })));
};

const deleteOne = async ({ tx, query, record }: PutBackContext, photo: Photo): Promise<void> => {
  await tx.photo.update({ where: { id: photo.id }, data: { deletedAt: new Date() } });
  await arrangePhotos(query, photo.petId);
  await touchProfile(query, photo.petId);
  record(photoDeletion(photo));
};

const putBackOne = async (context: PutBackContext, past: PastChange<Photo>): Promise<Outcome> => {
  const { query, record } = context;
  // Each change moves the other photos of the pet, so every photo is read when its turn comes.
  const [row] = await findPhotos(query, "photo.id = $1::bigint", [past.id]);
  const now = row === undefined || row.isDeleted ? undefined : row.photo;
  const verdict = judgePast(past, now, fieldsOf(past));
  if (typeof verdict === "string") return verdict;
  if ("remove" in verdict) await deleteOne(context, verdict.remove);
  else if ("change" in verdict) await change(context, verdict.change, verdict.to);
  // Its image was erased, or the time is over for which the service keeps a deleted one.
  else if (row === undefined) return "gone";
  else record(photoRestoration(await undelete(query, { ...row.photo, position: verdict.restore.position })));
  return "done";
};

const petOf = ({ before, after }: PastChange<Photo>): number => (after ?? before)?.petId ?? 0;

export const putBackPhotos: PutBack = async (context, past) => {
  const photos = past as readonly PastChange<Photo>[];
  const pets = await lockPets(context.query, photos.map(petOf), "wait");
  const outcomes: Outcome[] = [];
  for (const one of photos) outcomes.push(pets.has(petOf(one)) ? await putBackOne(context, one) : "gone");
  return outcomes;
};
