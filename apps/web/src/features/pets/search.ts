import type { PetStatus } from "@petstore/contract";

export type PetSearch = {
  /** The animal whose drawer is open. */
  readonly open?: number;
  readonly categoryId?: number;
  readonly status?: PetStatus;
};

export const parsePetSearch = (search: Record<string, unknown>): PetSearch => {
  const open = Number(search["open"]);
  return Number.isSafeInteger(open) && open > 0 ? { open } : {};
};
