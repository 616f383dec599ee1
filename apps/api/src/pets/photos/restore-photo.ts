import type { contract } from "@petstore/contract/routes";
import { queryOf } from "../../database/query.js";
import type { Operation } from "../../operation/operation.js";
import { updated } from "../../operation/resource-answers.js";
import { lockPet } from "../require-pet.js";
import { photoRestoration } from "./photo-events.js";
import { findPhoto, undelete } from "./require-photo.js";

export const restorePhoto =
  (): Operation<typeof contract.photos.restorePhoto> =>
  async ({ params }, { tx, record }) => {
    const query = queryOf(tx);
    await findPhoto(query, params);
    const lockedAt = await lockPet(tx, params.petId);
    const { photo, isDeleted } = await findPhoto(query, params);
    if (!isDeleted) return updated(photo);
    const restored = await undelete(tx, photo, lockedAt);
    record(photoRestoration(restored));
    return updated(restored);
  };
