import { Pet } from "@petstore/contract/routes";
import { entityTagOf } from "./etag.js";
import { type Pet as Stored, Prisma } from "../generated/client.js";

export type PetRow = Pick<Stored, "name" | "status"> & {
  readonly id: bigint | string;
  readonly categoryId: bigint | string;
};

export const petColumnOf: Readonly<Record<keyof Pet, Prisma.Sql>> = {
  id: Prisma.sql`id`,
  name: Prisma.sql`name`,
  categoryId: Prisma.sql`category_id`,
  status: Prisma.sql`status`,
};

export const petColumns = Prisma.join(
  Pet.keyof().options.map((name) => Prisma.sql`${petColumnOf[name]} AS ${Prisma.raw(`"${name}"`)}`),
);

/** The database's CHECKs keep ids within safe integers. */
export const toPet = (row: PetRow): Pet => ({
  id: Number(row.id),
  name: row.name,
  categoryId: Number(row.categoryId),
  status: row.status,
});

export const petTag = (pet: Pet): string => entityTagOf(JSON.stringify(pet));
