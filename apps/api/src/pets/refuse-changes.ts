import type { BulkPetChange, ProblemConflict, ProblemEntry } from "@petstore/contract/routes";
import { allRefused, type AppError, type BodyPlace, problemAt } from "../errors.js";
import type { Verdict } from "./judge-change.js";
import { createProblemList } from "./store/problem-list.js";

/** A change that cannot be made, and the reason. */
export type RefusedChange = {
  /** Its place in the request, for example `body.0`. */
  readonly place: BodyPlace;
  readonly change: Pick<BulkPetChange, "id" | "from">;
  readonly reason: Exclude<Verdict, "done" | "possible">;
  readonly reservedBy: number | null;
  /** True if the pet itself equals `from`, but its profile does not. */
  readonly isOfProfile: boolean;
};

const kinds = {
  changed: { code: "conflict", rule: "changed" },
  gone: { code: "pet_not_found", rule: "exists" },
  reserved: { code: "pet_reserved", rule: "reserved" },
} as const satisfies Readonly<Record<RefusedChange["reason"], object>>;

/** Returns the field because of which the change is refused, and the problem of the field. */
const problemOf = ({ change: { id, from }, reason, reservedBy, isOfProfile }: RefusedChange): [string, string] => {
  if (reason === "gone") return ["id", `refers to pet ${id}, which does not exist`];
  if (reason === "reserved")
    return ["id", `refers to pet ${id}, which order ${reservedBy} reserves; deliver or cancel the order first`];
  if (isOfProfile) return ["profile.from", `does not match the current profile of pet ${id}; read the profile again`];
  if (from === null) return ["from", `is null, but pet ${id} exists; read the pet first`];
  return ["from", `does not match the current state of pet ${id}; read the pet again`];
};

const entryOf = (refused: RefusedChange): ProblemEntry => {
  const [field, problem] = problemOf(refused);
  return problemAt(`${refused.place}.${field}`, problem, kinds[refused.reason].rule);
};

const conflictOf = ({ reason, reservedBy, change: { id } }: RefusedChange): ProblemConflict | undefined => {
  if (reason === "reserved" && reservedBy !== null) return { kind: "order", id: reservedBy };
  return reason === "gone" ? undefined : { kind: "pet", id };
};

/** Returns the refusal of a request in which some or all changes have a conflict. */
export const refuseChanges = (refused: readonly RefusedChange[]): AppError => {
  const [code = "conflict", ...others] = new Set(refused.map(({ reason }) => kinds[reason].code));
  const told = createProblemList();
  for (const one of refused) told.add(() => entryOf(one));
  const conflict = refused.map(conflictOf).find((one) => one !== undefined);
  return allRefused(others.length === 0 ? code : "conflict", told.problems(), conflict);
};
