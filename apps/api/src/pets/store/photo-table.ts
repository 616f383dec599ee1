import type { Photo } from "@petstore/contract/routes";
import { type Query, queryOf } from "../../database/query.js";
import type { Transaction } from "../../operation/operation.js";

/** A row of `photo` with its `media` as JSON: the only place that knows the shape. */
const photoJson = `json_build_object(
    'id', photo.id, 'petId', photo.pet_id, 'sha256', encode(photo.sha256, 'hex'), 'width', media.width, 'height', media.height,
    'alt', photo.alt, 'position', photo.position,
    'focalPoint', CASE WHEN photo.focal_x IS NOT NULL THEN json_build_object('x', photo.focal_x, 'y', photo.focal_y) END,
    'rotation', photo.rotation, 'placeholder', media.placeholder,
    'sizes', (
      SELECT json_agg(json_build_object('width', size->0, 'height', size->1,
        'url', '/media/' || encode(media.sha256, 'hex') || '/' || (size->>0) || '.webp') ORDER BY size->0)
      FROM jsonb_array_elements(media.sizes) AS one (size)
    ),
    'createdAt', to_char(photo.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )`;

/** The photos of a pet as a JSON array, in their order. @param petId - An expression. */
export const photosSql = (petId: string): string => `(
    SELECT coalesce(json_agg(${photoJson} ORDER BY photo.position, photo.id), '[]')
    FROM photo JOIN media ON media.sha256 = photo.sha256 WHERE photo.pet_id = ${petId} AND photo.deleted_at IS NULL
  )`;

/** A photo, and whether it is deleted. */
export type PhotoRow = { readonly photo: Photo; readonly isDeleted: boolean };

/** @param condition - Of `photo`, with the parameters `values`. @returns deleted ones too */
export const findPhotos = (query: Query, condition: string, values: unknown[]): Promise<PhotoRow[]> =>
  query(
    `SELECT ${photoJson} AS photo, photo.deleted_at IS NOT NULL AS "isDeleted"
     FROM photo JOIN media ON media.sha256 = photo.sha256 WHERE ${condition} ORDER BY photo.position, photo.id`,
    values,
  );

/** Gives the pet's photos the positions 1, 2, 3 …, one of them a given one. The pet's row is locked. */
export const arrangePhotos = async (
  tx: Transaction,
  petId: number,
  moved?: { readonly id: number; readonly position: number },
): Promise<void> => {
  const photos = await tx.photo.findMany({
    where: { petId, deletedAt: null },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  const ids = photos.map(({ id }) => id).filter((id) => id !== moved?.id);
  if (moved !== undefined) ids.splice(moved.position - 1, 0, moved.id);
  await queryOf(tx)(
    `UPDATE photo SET position = place FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (wanted_id, place)
     WHERE id = wanted_id AND position <> place`,
    [ids],
  );
};

/** A profile of nothing but photos is a row, too, which pets that come back with photos may lack. */
export const addProfilesOfPhotos = async (query: Query, petIds: readonly number[]): Promise<void> => {
  await query(
    `INSERT INTO pet_profile (pet_id, updated_at) SELECT pet_id, clock_timestamp() FROM (
       SELECT DISTINCT pet_id FROM photo WHERE pet_id = ANY ($1::bigint[]) AND deleted_at IS NULL
     ) AS pets
     ON CONFLICT (pet_id) DO UPDATE SET public_updated_at = NULL WHERE pet_profile.public_updated_at = '-infinity'`,
    [petIds],
  );
};

/** The profile of the pet has changed, too: its `photos`. @param updatedAt - The time at which the pet was locked. */
export const touchProfile = async (tx: Transaction, petId: number, updatedAt: Date): Promise<void> => {
  await tx.petProfile.upsert({
    where: { petId },
    create: { petId, updatedAt },
    update: { updatedAt, publicUpdatedAt: null },
  });
};
