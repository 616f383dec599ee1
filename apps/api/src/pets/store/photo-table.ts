import type { Photo } from "@petstore/contract/routes";
import type { Query } from "../../database/query.js";
import type { Prisma } from "../../generated/client.js";
import { groupBy } from "../../operation/group-by.js";
import type { Transaction } from "../../operation/operation.js";

type Photos = Pick<Transaction, "photo">;

/** A photo, and whether it is deleted. */
export type PhotoRow = { readonly photo: Photo; readonly isDeleted: boolean };

const withMedia = {
  media: { select: { width: true, height: true, placeholder: true, sizes: true } },
} satisfies Prisma.PhotoInclude;

const findRows = (db: Photos, where: Prisma.PhotoWhereInput) =>
  db.photo.findMany({ where, include: withMedia, orderBy: [{ position: "asc" }, { id: "asc" }] });

type Row = Awaited<ReturnType<typeof findRows>>[number];

const toPhoto = ({ media, focalX: x, focalY: y, ...row }: Row): Photo => {
  const sha256 = Buffer.from(row.sha256).toString("hex");
  const sizes = (media.sizes as [width: number, height: number][]).toSorted(([one], [other]) => one - other);
  return {
    id: row.id,
    petId: row.petId,
    sha256,
    width: media.width,
    height: media.height,
    alt: row.alt,
    position: row.position,
    focalPoint: x === null || y === null ? null : { x, y },
    rotation: row.rotation as Photo["rotation"],
    placeholder: media.placeholder,
    sizes: sizes.map(([width, height]) => ({ width, height, url: `/media/${sha256}/${width}.webp` })),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt ?? row.createdAt,
  };
};

/** @returns all photos, including deleted ones, in the order of their positions */
export const findPhotos = async (db: Photos, where: Prisma.PhotoWhereInput): Promise<PhotoRow[]> =>
  (await findRows(db, where)).map((row) => ({ photo: toPhoto(row), isDeleted: row.deletedAt !== null }));

/** Finds the photos of an image by its SHA-256. */
export const ofImage = (sha256: string) => ({ sha256: Buffer.from(sha256, "hex") });

/**
 * Assigns the positions 1, 2, 3 and so on to the photos of a pet, so that one of them gets a given position. The row of
 * the pet must be locked.
 */
export const arrangePhotos = async (
  tx: Transaction,
  petId: number,
  moved?: { readonly id: number; readonly position: number },
): Promise<void> => {
  const photos = await tx.photo.findMany({
    where: { petId, deletedAt: null },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: { id: true, position: true },
  });
  const arranged = photos.filter(({ id }) => id !== moved?.id);
  const own = photos.filter(({ id }) => id === moved?.id);
  if (moved !== undefined) arranged.splice(moved.position - 1, 0, ...own);
  // All photos between two positions move by the same distance, so a few statements are enough.
  const byDistance = groupBy([...arranged.entries()], ([at, { position }]) => at + 1 - position);
  for (const [distance, group] of byDistance) {
    const where = { id: { in: group.map(([, { id }]) => id) } };
    if (distance !== 0) await tx.photo.updateMany({ where, data: { position: { increment: distance } } });
  }
};

/** Inserts the profile rows of restored pets that have only photos, because these rows may be missing. */
export const addProfilesOfPhotos = async (query: Query, petIds: readonly number[]): Promise<void> => {
  await query(
    `INSERT INTO pet_profile (pet_id, updated_at) SELECT pet_id, clock_timestamp() FROM (
       SELECT DISTINCT pet_id FROM photo WHERE pet_id = ANY ($1::bigint[]) AND deleted_at IS NULL
     ) AS pets
     ON CONFLICT (pet_id) DO UPDATE SET public_updated_at = NULL WHERE pet_profile.public_updated_at = '-infinity'`,
    [petIds],
  );
};

/**
 * Records that the pet's profile has changed, because its `photos` are part of it.
 * @param updatedAt - The time at which the pet was locked.
 */
export const touchProfile = async (tx: Transaction, petId: number, updatedAt: Date): Promise<void> => {
  await tx.petProfile.upsert({
    where: { petId },
    create: { petId, updatedAt },
    update: { updatedAt, publicUpdatedAt: null },
  });
};
