export type PetSearch = {
  /** The animal whose drawer is open. */
  readonly open?: number;
};

export const parsePetSearch = (search: Record<string, unknown>): PetSearch => {
  const open = Number(search["open"]);
  return Number.isSafeInteger(open) && open > 0 ? { open } : {};
};
