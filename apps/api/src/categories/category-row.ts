import type { Category } from "@petstore/contract";

/** pg reads 64-bit integers as text, Prisma as bigint. */
export type CategoryRow = {
  readonly id: bigint | string;
  readonly name: string | null;
  readonly petCount: bigint | string;
};

/** CHECK constraints keep the id within Number.MAX_SAFE_INTEGER. */
export const toCategory = ({ id, name, petCount }: CategoryRow): Category => ({
  id: Number(id),
  name,
  petCount: Number(petCount),
});
