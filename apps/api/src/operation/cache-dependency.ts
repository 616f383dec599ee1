import type { PetStatus } from "@petstore/contract/routes";

/** A response depends on the pets that satisfy all of these conditions. `from` and `to` are ids, both inclusive. */
export type CacheDependency = {
  readonly ids?: ReadonlySet<number>;
  readonly status?: PetStatus;
  readonly categoryId?: number;
  readonly from: number;
  readonly to: number;
  /** True if the response also depends on the profiles of these pets. */
  readonly hasProfiles?: boolean;
};
