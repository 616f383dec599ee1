import { open } from "node:fs/promises";
import { type contract, MAX_PHOTOS } from "@petstore/contract/routes";
import type { Db } from "../../database/prisma-client.js";
import { queryOf } from "../../database/query.js";
import { petNotFound, serviceUnavailable } from "../../errors.js";
import { auditEach, type Mutation, type PreparedCall } from "../../operation/mutation.js";
import type { MutationContext, Transaction } from "../../operation/operation.js";
import { created, updated } from "../../operation/resource-answers.js";
import { lockPet } from "../require-pet.js";
import { findPhotos, ofImage, touchProfile } from "../store/photo-table.js";
import type { ImageConverter } from "./image-converter.js";
import { inspectImage } from "./inspect-image.js";
import type { Media, MediaStore } from "./media-store.js";
import { photoCreation, photoRestoration } from "../store/photo-events.js";
import { requirePhoto, requireRoom, undelete } from "./require-photo.js";

type Route = typeof contract.photos.createPhoto;

type PhotoDeps = { readonly imageConverter: ImageConverter; readonly media: MediaStore };

/** Tells whether the transaction will need the files. An image is not read for a request that would be refused. */
const needsFiles = async (db: Db, petId: number, sha256: string): Promise<boolean> =>
  (await db.media.count({ where: ofImage(sha256) })) === 0 &&
  (await db.pet.count({ where: { id: petId } })) > 0 &&
  (await db.photo.count({ where: { petId, deletedAt: null } })) < MAX_PHOTOS;

type NewPhoto = { readonly petId: number; readonly sha256: string; readonly alt: string | undefined };

const insert = async (tx: Transaction, { petId, sha256, alt }: NewPhoto, lockedAt: Date) => {
  const position = 1 + (await requireRoom(tx, petId));
  const { id } = await tx.photo.create({
    data: { petId, ...ofImage(sha256), alt: alt ?? null, position, createdAt: lockedAt },
  });
  await touchProfile(tx, petId, lockedAt);
  return requirePhoto(tx, { petId, photoId: id });
};

/** Locks media before pets, which is also the order in an erasure. */
const addPhoto = async (
  { media }: PhotoDeps,
  call: PreparedCall<Route, Media | undefined>,
  { tx, record }: Pick<MutationContext, "tx" | "record">,
) => {
  const query = queryOf(tx);
  const { petId } = call.input.params;
  const { sha256 } = call.input.body;
  if ((await tx.pet.count({ where: { id: petId } })) === 0) throw petNotFound(petId);
  const isKept = await media.put(query, sha256, call.prepared);
  const lockedAt = await lockPet(tx, petId);
  const [known] = await findPhotos(tx, { petId, ...ofImage(sha256) });
  if (known?.isDeleted === false) return updated(known.photo);
  if (known !== undefined) {
    const photo = await undelete(tx, known.photo, lockedAt);
    record(photoRestoration(photo));
    return updated(photo);
  }
  if (!isKept) {
    await requireRoom(tx, petId);
    // The image was erased after it had been found.
    throw serviceUnavailable();
  }
  const photo = await insert(tx, { petId, sha256, alt: call.input.query.alt }, lockedAt);
  record(photoCreation(photo));
  return created(`/pets/${petId}/photos`, photo);
};

/** Creates a photo. The image is read before the transaction, without holding a slot of a lane. */
export const createPhoto = (deps: PhotoDeps): Mutation<Route, Media | undefined> => ({
  lane: "bulkWrites",
  prepare: async (call, { inTurn, whenDone }) => {
    const { path, sha256, hold } = call.input.body;
    whenDone(hold());
    const file = await open(path);
    const mebibytes = await inspectImage(file).finally(() => file.close());
    const isNeeded = await inTurn((_, db) => needsFiles(db, call.input.params.petId, sha256));
    if (!isNeeded) return undefined;
    return deps.media.upload(inTurn, sha256, await deps.imageConverter.convert(call.caller.flow, { path, mebibytes }));
  },
  usesModels: true,
  run: ({ tx, query }, calls) =>
    auditEach<Route, Media | undefined>((_, call, record) => addPhoto(deps, call, { tx, record }))(query, calls),
});
