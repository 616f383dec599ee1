import { Pet } from "@petstore/contract/routes";
import { bodyTag, entityTagOf, isMatch } from "./etag.js";
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

export const petTag = (pet: Pet): string => bodyTag(pet);

/** Also the tags of a page with just this pet, and of one with its count: `GET /pets?id=` is how a client reads a pet. */
const tagsFor = (pet: Pet) => {
  const page = JSON.stringify([pet]);
  return [petTag(pet), entityTagOf(page), entityTagOf(page, "1")];
};

export const isPetMatch = (ifMatch: string | undefined, pet: Pet): boolean => isMatch(ifMatch, () => tagsFor(pet));
