import { isDeepStrictEqual } from "node:util";
import type { contract, PhotoChange } from "@petstore/contract/routes";
import { type Query, queryOf } from "../../database/query.js";
import type { Operation } from "../../operation/operation.js";
import { updated } from "../../operation/resource-answers.js";
import { arrangePhotos, touchProfile } from "../store/photo-table.js";
import { photoUpdate } from "./photo-events.js";
import { lockPetOfPhotos, requirePhoto } from "./require-photo.js";

const columnsOf = ({ alt, focalPoint, rotation }: PhotoChange) => ({
  ...(alt !== undefined && { alt }),
  ...(focalPoint !== undefined && { focal_x: focalPoint?.x ?? null, focal_y: focalPoint?.y ?? null }),
  ...(rotation !== undefined && { rotation }),
});

const types = { alt: "text", focal_x: "float8", focal_y: "float8", rotation: "integer" } as const;

const write = async (query: Query, photoId: number, change: PhotoChange): Promise<void> => {
  const columns = Object.entries(columnsOf(change));
  if (columns.length === 0) return;
  const sets = columns.map(([name], at) => `${name} = $${at + 2}::${types[name as keyof typeof types]}`);
  await query(`UPDATE photo SET ${sets.join(", ")} WHERE id = $1::bigint`, [
    photoId,
    ...columns.map(([, value]) => value),
  ]);
};

export const updatePhoto =
  (): Operation<typeof contract.photos.updatePhoto> =>
  async ({ params, headers, body }, { tx, record }) => {
    const query = queryOf(tx);
    const { petId, photoId } = params;
    await requirePhoto(query, params);
    await lockPetOfPhotos(query, petId);
    const before = await requirePhoto(query, params, headers["if-match"]);
    await write(query, photoId, body);
    if (body.position !== undefined) await arrangePhotos(query, petId, { id: photoId, position: body.position });
    const after = await requirePhoto(query, params);
    if (isDeepStrictEqual(before, after)) return updated(before);
    await touchProfile(query, petId);
    record(photoUpdate(before, after));
    return updated(after);
  };
