import { Pet } from "@petstore/contract";
import { entityTagOf } from "./etag.js";
import { type Pet as Stored, Prisma } from "../generated/client.js";

/** A row of pet, as Prisma or pg reads it. */
export type PetRow = Pick<Stored, "name" | "status"> & {
  readonly id: bigint | string;
  readonly categoryId: bigint | string;
};

/** Where each property of an animal is stored. */
export const petColumnOf: Readonly<Record<keyof Pet, Prisma.Sql>> = {
  id: Prisma.sql`id`,
  name: Prisma.sql`name`,
  categoryId: Prisma.sql`category_id`,
  status: Prisma.sql`status`,
};

/** The columns of pet that `toPet` reads. */
export const petColumns = Prisma.join(
  Pet.keyof().options.map((name) => Prisma.sql`${petColumnOf[name]} AS ${Prisma.raw(`"${name}"`)}`),
);

/**
 * A row as the interface shows it. The database's CHECKs keep its ids inside what a number holds exactly; Prisma reads
 * them as bigint, pg as text.
 */
export const toPet = (row: PetRow): Pet => ({
  id: Number(row.id),
  name: row.name,
  categoryId: Number(row.categoryId),
  status: row.status,
});

/** The entity tag of a single animal, wherever it is answered. */
export const petTag = (pet: Pet): string => entityTagOf(JSON.stringify(pet));
