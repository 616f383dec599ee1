import type { BulkPetChange, PetConflict, ProblemConflict, ProblemEntry } from "@petstore/contract/routes";
import { type AppError, changesRefused } from "../errors.js";
import { createProblemList } from "./store/problem-list.js";

/** A change that cannot be made, and why. */
export type RefusedChange = {
  /** Its place in the request, for example `body.0`. */
  readonly place: string;
  readonly change: Pick<BulkPetChange, "id" | "from">;
  readonly reason: PetConflict["reason"];
  readonly reservedBy: number | null;
  /** True if the pet itself is as in `from`, and its profile is not. */
  readonly isOfProfile: boolean;
};

const codes = { changed: "conflict", gone: "pet_not_found", reserved: "pet_reserved" } as const;

const sentenceOf = ({ place, change: { id, from }, reason, reservedBy, isOfProfile }: RefusedChange): string => {
  if (reason === "gone") return `${place}.id refers to pet ${id}, which does not exist`;
  if (reason === "reserved")
    return `${place}.id refers to pet ${id}, which order ${reservedBy} reserves; deliver or cancel the order first`;
  if (isOfProfile) return `${place}.profile.from does not match the profile of pet ${id} as it is now; read it again`;
  if (from === null) return `${place}.from is null, but pet ${id} exists; read it first`;
  return `${place}.from does not match pet ${id} as it is now; read it again`;
};

const rules = { changed: "changed", gone: "exists", reserved: "reserved" } as const;

const entryOf = (refused: RefusedChange): ProblemEntry => {
  const detail = sentenceOf(refused);
  const [place = ""] = detail.split(" ", 1);
  return { pointer: place.replace(/^body/, "").replaceAll(".", "/"), rule: rules[refused.reason as never], detail };
};

const conflictOf = ({ reason, reservedBy, change: { id } }: RefusedChange): ProblemConflict | undefined => {
  if (reason === "reserved" && reservedBy !== null) return { kind: "order", id: reservedBy };
  return reason === "gone" ? undefined : { kind: "pet", id };
};

/** Returns the refusal of a request of changes of which some, or all, have a conflict. */
export const refuseChanges = (refused: readonly RefusedChange[]): AppError => {
  const reasons = new Set(refused.map(({ reason }) => codes[reason as keyof typeof codes]));
  const [code = "conflict"] = reasons;
  const told = createProblemList();
  for (const one of refused) told.add(() => sentenceOf(one));
  const sentences = told.sentences();
  const entries = refused.slice(0, sentences.length).map(entryOf);
  // The last sentence may only say how many more there are.
  const problems = sentences.map((sentence, at) => (entries[at]?.detail === sentence ? entries[at] : sentence));
  const conflict = refused.map(conflictOf).find((one) => one !== undefined);
  return changesRefused(reasons.size === 1 ? code : "conflict", problems, conflict);
};
