import type { Category } from "@petstore/contract/routes";

export type CategoryRow = {
  readonly id: bigint | string;
  readonly name: string | null;
  readonly petCount: bigint | string;
};

export const toCategory = ({ id, name, petCount }: CategoryRow): Category => ({
  id: Number(id),
  name,
  petCount: Number(petCount),
});
