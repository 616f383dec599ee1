import { open } from "node:fs/promises";
import { type contract, MAX_PHOTOS } from "@petstore/contract/routes";
import type { Query, StoredId } from "../../database/query.js";
import { petNotFound, serviceUnavailable } from "../../errors.js";
import type { RecordChange } from "../../operation/audit-trail.js";
import { auditEach, type Mutation, type PreparedCall } from "../../operation/mutation.js";
import { created, updated } from "../../operation/resource-answers.js";
import { findPhotos, touchProfile } from "../store/photo-table.js";
import type { ImageConverter } from "./image-converter.js";
import { inspectImage } from "./inspect-image.js";
import type { Media, MediaStore } from "./media-store.js";
import { photoCreation, photoRestoration } from "./photo-events.js";
import { lockPetOfPhotos, requirePhoto, requireRoom, undelete } from "./require-photo.js";

type Route = typeof contract.photos.createPhoto;

type PhotoDeps = { readonly imageConverter: ImageConverter; readonly media: MediaStore };

const bySha = "photo.pet_id = $1::bigint AND photo.sha256 = decode($2, 'hex')";

/** Whether the transaction will need files: an image is not read for a request that it would refuse. */
const needsFiles = async (query: Query, petId: number, sha256: string): Promise<boolean> => {
  const [row] = await query<{ isNeeded: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM media WHERE sha256 = decode($2, 'hex')) AND EXISTS (SELECT FROM pet WHERE id = $1::bigint)
       AND (SELECT count(*) < ${MAX_PHOTOS} FROM photo WHERE pet_id = $1::bigint AND deleted_at IS NULL) AS "isNeeded"`,
    [petId, sha256],
    "needs_media",
  );
  return row?.isNeeded === true;
};

const insert = async (query: Query, petId: number, { alt, sha256 }: { alt: string | undefined; sha256: string }) => {
  const position = 1 + (await requireRoom(query, petId));
  const [row] = await query<{ id: StoredId }>(
    `INSERT INTO photo (pet_id, sha256, alt, position) VALUES ($1::bigint, decode($2, 'hex'), $3, $4::integer)
     RETURNING id`,
    [petId, sha256, alt ?? null, position],
  );
  await touchProfile(query, petId);
  return requirePhoto(query, { petId, photoId: Number(row?.id) });
};

/** Media before pets: erasing an image locks them in the same order. */
const addPhoto = async (
  { media }: PhotoDeps,
  call: PreparedCall<Route, Media | undefined>,
  query: Query,
  record: RecordChange,
) => {
  const { petId } = call.input.params;
  const { sha256 } = call.input.body;
  if ((await query("SELECT FROM pet WHERE id = $1::bigint", [petId])).length === 0) throw petNotFound(petId);
  const isKept = await media.put(query, sha256, call.prepared);
  await lockPetOfPhotos(query, petId);
  const [known] = await findPhotos(query, bySha, [petId, sha256]);
  if (known?.isDeleted === false) return updated(known.photo);
  if (known !== undefined) {
    const photo = await undelete(query, known.photo);
    record(photoRestoration(photo));
    return updated(photo);
  }
  if (!isKept) {
    await requireRoom(query, petId);
    // It was erased since it was looked for.
    throw serviceUnavailable();
  }
  const photo = await insert(query, petId, { alt: call.input.query.alt, sha256 });
  record(photoCreation(photo));
  return created(`/pets/${petId}/photos`, photo);
};

/** Reads the image before the transaction, and without a place in a lane. */
export const createPhoto = (deps: PhotoDeps): Mutation<Route, Media | undefined> => ({
  lane: "bulkWrites",
  prepare: async (call, { inTurn, whenDone }) => {
    const { path, sha256, hold } = call.input.body;
    whenDone(hold());
    const file = await open(path);
    const mebibytes = await inspectImage(file).finally(() => file.close());
    const isNeeded = await inTurn((query) => needsFiles(query, call.input.params.petId, sha256));
    if (!isNeeded) return undefined;
    return deps.media.upload(inTurn, sha256, await deps.imageConverter.convert(call.caller.flow, { path, mebibytes }));
  },
  run: auditEach((query, call, record) => addPhoto(deps, call, query, record)),
});
