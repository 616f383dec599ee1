import type { Category } from "@petstore/contract/routes";

export type CategoryRow = {
  readonly id: bigint | string;
  readonly name: string | null;
  readonly petCount: bigint | string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export const toCategory = ({ id, name, petCount, createdAt, updatedAt }: CategoryRow): Category => ({
  id: Number(id),
  name,
  petCount: Number(petCount),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** Returns a category without pets from its row. */
export const newCategory = ({ id, name, createdAt, updatedAt }: Omit<Category, "petCount">): Category => ({
  id,
  name,
  petCount: 0,
  createdAt,
  updatedAt,
});
