import type { Category } from "@petstore/contract";

/** pg reads 64-bit integers as text, Prisma as bigint. */
export type CategoryRow = {
  readonly id: bigint | string;
  readonly name: string | null;
  readonly petCount: bigint | string;
};

/** A row as the interface shows it. The database's CHECKs keep its id inside what a number holds exactly. */
export const toCategory = ({ id, name, petCount }: CategoryRow): Category => ({
  id: Number(id),
  name,
  petCount: Number(petCount),
});
