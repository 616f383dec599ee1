import { isDeepStrictEqual } from "node:util";
import type { contract, PhotoChange } from "@petstore/contract/routes";
import { queryOf } from "../../database/query.js";
import type { Operation } from "../../operation/operation.js";
import { updated } from "../../operation/resource-answers.js";
import { lockPet } from "../require-pet.js";
import { arrangePhotos, touchProfile } from "../store/photo-table.js";
import { photoUpdate } from "./photo-events.js";
import { requirePhoto } from "./require-photo.js";

const fieldsOf = ({ alt, focalPoint, rotation }: PhotoChange) => ({
  ...(alt !== undefined && { alt }),
  ...(focalPoint !== undefined && { focalX: focalPoint?.x ?? null, focalY: focalPoint?.y ?? null }),
  ...(rotation !== undefined && { rotation }),
});

export const updatePhoto =
  (): Operation<typeof contract.photos.updatePhoto> =>
  async ({ params, headers, body }, { tx, record }) => {
    const query = queryOf(tx);
    const { petId, photoId } = params;
    await requirePhoto(query, params);
    const lockedAt = await lockPet(tx, petId);
    const before = await requirePhoto(query, params, headers["if-match"]);
    await tx.photo.update({ where: { id: photoId }, data: fieldsOf(body) });
    if (body.position !== undefined) await arrangePhotos(tx, petId, { id: photoId, position: body.position });
    const after = await requirePhoto(query, params);
    if (isDeepStrictEqual(before, after)) return updated(before);
    await touchProfile(tx, petId, lockedAt);
    record(photoUpdate(before, after));
    return updated(after);
  };
