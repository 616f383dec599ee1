import { isDeepStrictEqual } from "node:util";
import type { BulkPetChange, PetConflict, PetFields } from "@petstore/contract/routes";

/** What decides whether a pet can be changed. */
export type PetState = {
  readonly now: PetFields | null;
  /** Whether an open order reserves the pet. */
  readonly isReserved: boolean;
  /** Whether the pet existed and was deleted, so that its id can be used again. */
  readonly wasDeleted: boolean;
};

export type Verdict = "done" | "possible" | PetConflict["reason"];

/** `done`: the pet is as the change wants it. `possible`: it is as the change expects it. */
export const judgeChange = ({ from, to }: BulkPetChange, { now, isReserved, wasDeleted }: PetState): Verdict => {
  if (isDeepStrictEqual(now, to)) return "done";
  if (now === null) return from === null && wasDeleted ? "possible" : "gone";
  if (!isDeepStrictEqual(now, from)) return "changed";
  return isReserved && to?.status !== now.status ? "reserved" : "possible";
};
