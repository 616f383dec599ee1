import type { contract } from "@petstore/contract/routes";
import type { Operation } from "../../operation/operation.js";
import { updated } from "../../operation/resource-answers.js";
import { lockPet } from "../require-pet.js";
import { photoRestoration } from "../store/photo-events.js";
import { findPhoto, undelete } from "./require-photo.js";

export const restorePhoto =
  (): Operation<typeof contract.photos.restorePhoto> =>
  async ({ params }, { tx, record }) => {
    await findPhoto(tx, params);
    const lockedAt = await lockPet(tx, params.petId);
    const { photo, isDeleted } = await findPhoto(tx, params);
    if (!isDeleted) return updated(photo);
    const restored = await undelete(tx, photo, lockedAt);
    record(photoRestoration(restored));
    return updated(restored);
  };
