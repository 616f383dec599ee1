import type { contract } from "@petstore/contract/routes";
import type { Database } from "../../database/open-database.js";
import type { Operation } from "../../operation/operation.js";
import { requirePet } from "../require-pet.js";
import { findPhotos } from "../store/photo-table.js";
import { requirePhoto } from "./require-photo.js";

type ReadDeps = { readonly database: Pick<Database, "reads"> };

export const listPhotos =
  ({ database }: ReadDeps): Operation<typeof contract.photos.listPhotos> =>
  async ({ params: { petId } }) => {
    const { db } = database.reads;
    await requirePet(db, petId);
    const photos = await findPhotos(db, { petId, deletedAt: null });
    return { status: 200, body: photos.map(({ photo }) => photo) };
  };

export const getPhoto =
  ({ database }: ReadDeps): Operation<typeof contract.photos.getPhoto> =>
  async ({ params }) => ({ status: 200, body: await requirePhoto(database.reads.db, params) });
