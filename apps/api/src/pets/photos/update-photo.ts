import { isDeepStrictEqual } from "node:util";
import type { contract, PhotoChange } from "@petstore/contract/routes";
import type { Operation } from "../../operation/operation.js";
import { updated } from "../../operation/resource-answers.js";
import { lockPet } from "../require-pet.js";
import { arrangePhotos, touchProfile } from "../store/photo-table.js";
import { photoUpdate } from "../store/photo-events.js";
import { requirePhoto } from "./require-photo.js";

const fieldsOf = ({ alt, focalPoint, rotation }: PhotoChange) => ({
  ...(alt !== undefined && { alt }),
  ...(focalPoint !== undefined && { focalX: focalPoint?.x ?? null, focalY: focalPoint?.y ?? null }),
  ...(rotation !== undefined && { rotation }),
});

export const updatePhoto =
  (): Operation<typeof contract.photos.updatePhoto> =>
  async ({ params, headers, body }, { tx, record }) => {
    const { petId, photoId } = params;
    await requirePhoto(tx, params);
    const lockedAt = await lockPet(tx, petId);
    const before = await requirePhoto(tx, params, headers["if-match"]);
    await tx.photo.update({ where: { id: photoId }, data: fieldsOf(body) });
    if (body.position !== undefined) await arrangePhotos(tx, petId, { id: photoId, position: body.position });
    const written = await requirePhoto(tx, params);
    if (isDeepStrictEqual(before, written)) return updated(before);
    await tx.photo.update({ where: { id: photoId }, data: { updatedAt: lockedAt } });
    const after = { ...written, updatedAt: lockedAt.toISOString() };
    await touchProfile(tx, petId, lockedAt);
    record(photoUpdate(before, after));
    return updated(after);
  };
