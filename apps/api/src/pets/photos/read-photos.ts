import type { contract, Photo } from "@petstore/contract/routes";
import type { Database } from "../../database/open-database.js";
import { queryOfPool } from "../../database/query.js";
import { petNotFound } from "../../errors.js";
import type { Operation } from "../../operation/operation.js";
import { photosSql } from "../store/photo-table.js";
import { requirePhoto } from "./require-photo.js";

type ReadDeps = { readonly database: Pick<Database, "reads"> };

export const listPhotos = ({ database }: ReadDeps): Operation<typeof contract.photos.listPhotos> => {
  const query = queryOfPool(database.reads.pool);
  return async ({ params: { petId } }) => {
    const sql = `SELECT ${photosSql("pet.id")} AS photos FROM pet WHERE id = $1::bigint`;
    const [row] = await query<{ photos: Photo[] }>(sql, [petId], "photos_of_pet");
    if (row === undefined) throw petNotFound(petId);
    return { status: 200, body: row.photos };
  };
};

export const getPhoto = ({ database }: ReadDeps): Operation<typeof contract.photos.getPhoto> => {
  const query = queryOfPool(database.reads.pool);
  return async ({ params }) => ({ status: 200, body: await requirePhoto(query, params) });
};
