import type { Photo } from "@petstore/contract/routes";
import { lockRows } from "../../database/lock-row.js";
import {
  judgePast,
  type Outcome,
  type PastChange,
  type PutBack,
  type PutBackContext,
} from "../../operation/put-back.js";
import { arrangePhotos, findPhotos, touchProfile } from "../store/photo-table.js";
import { photoDeletion, photoRestoration, photoUpdate } from "../store/photo-events.js";
import { removePhoto, requirePhoto, undelete } from "./require-photo.js";

const written = ["alt", "focalPoint", "rotation"] as const;

/** The position counts only if the change moved the photo itself. Adding and removing other photos changes it too. */
const fieldsOf = ({ before, after }: PastChange) =>
  before === null || after === null ? written : ([...written, "position"] as const);

/** @param lockedAt - The time at which the pet was locked. */
type PhotoContext = PutBackContext & { readonly lockedAt: Date };

const change = async ({ tx, record, lockedAt }: PhotoContext, now: Photo, to: Partial<Photo>): Promise<void> => {
  const { alt, focalPoint, rotation, position } = to;
  await tx.photo.update({
    where: { id: now.id },
    data: {
      ...(alt !== undefined && { alt }),
      ...(focalPoint !== undefined && { focalX: focalPoint?.x ?? null, focalY: focalPoint?.y ?? null }),
      ...(rotation !== undefined && { rotation }),
      updatedAt: lockedAt,
    },
  });
  if (position !== undefined) await arrangePhotos(tx, now.petId, { id: now.id, position });
  await touchProfile(tx, now.petId, lockedAt);
  record(photoUpdate(now, await requirePhoto(tx, { petId: now.petId, photoId: now.id })));
};

const putBackOne = async (context: PhotoContext, past: PastChange<Photo>): Promise<Outcome> => {
  const { tx, record, lockedAt } = context;
  // Each change moves the other photos of the pet, so each photo is read just before it is changed.
  const [row] = await findPhotos(tx, { id: past.id });
  const now = row === undefined || row.isDeleted ? undefined : row.photo;
  const verdict = judgePast(past, now, fieldsOf(past));
  if (typeof verdict === "string") return verdict;
  if ("remove" in verdict) {
    await removePhoto(tx, verdict.remove, lockedAt);
    record(photoDeletion(verdict.remove));
  } else if ("change" in verdict) await change(context, verdict.change, verdict.to);
  // The image was erased, or the photo was deleted so long ago that the service has removed it.
  else if (row === undefined) return "gone";
  else {
    const deleted = { ...row.photo, position: verdict.restore.position };
    record(photoRestoration(await undelete(tx, deleted, lockedAt)));
  }
  return "done";
};

const petOf = ({ before, after }: PastChange<Photo>): number => (after ?? before)?.petId ?? 0;

export const putBackPhotos: PutBack = async (context, past) => {
  const photos = past as readonly PastChange<Photo>[];
  const locks = await lockRows(context.tx, "pet", photos.map(petOf), "update");
  const outcomes: Outcome[] = [];
  for (const one of photos) {
    const lockedAt = locks.get(petOf(one));
    outcomes.push(lockedAt === undefined ? "gone" : await putBackOne({ ...context, lockedAt }, one));
  }
  return outcomes;
};
