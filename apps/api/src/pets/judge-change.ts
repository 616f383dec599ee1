import { isDeepStrictEqual } from "node:util";
import type { BulkPetChange, KnownPetFields, PetFields } from "@petstore/contract/routes";

/** The facts that decide whether a pet can be changed. */
export type PetState = {
  readonly now: PetFields | null;
  /** The open order that reserves the pet. */
  readonly reservedBy: number | null;
  /** The fields that the pet had when it was deleted; null if no deleted pet had this id. */
  readonly deleted: PetFields | null;
};

export type Verdict = "done" | "possible" | "changed" | "reserved" | "gone";

/** Compares only the fields that the client names, because an older client does not know all fields. */
const isAs = (now: PetFields | null, known: KnownPetFields | null): boolean => {
  if (now === null || known === null) return now === known;
  const fields = Object.keys(known) as (keyof PetFields)[];
  return fields.every((field) => isDeepStrictEqual(now[field], known[field]));
};

/**
 * Decides whether a change can be made. `done` means that the pet already equals `to`, and `possible` that it equals
 * `from`.
 */
export const judgeChange = ({ from, to }: BulkPetChange, { now, reservedBy, deleted }: PetState): Verdict => {
  if (isAs(now, to && { ...from, ...to })) return "done";
  if (now === null) return from === null && deleted !== null ? "possible" : "gone";
  if (!isAs(now, from)) return "changed";
  const isStatusKept = to !== null && (to.status ?? now.status) === now.status;
  return reservedBy !== null && !isStatusKept ? "reserved" : "possible";
};
