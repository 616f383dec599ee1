import type { PetFields } from "@petstore/contract/client";
import { t } from "../../texts";
import { differingFields, type PetFieldName } from "../pets/pet-fields";
import type { FullPetChange } from "../pets/full-pet-change";

const { done } = t.undo;

type Kind = "add" | "deletion" | "status" | "name" | "category" | "other";

/** The fields that have a sentence of their own. */
const kinds: Readonly<Partial<Record<PetFieldName, Kind>>> = { name: "name", categoryId: "category", status: "status" };

const differingOf = (from: PetFields, to: PetFields): Kind => {
  const [first, second] = differingFields(from, to);
  return first === undefined || second !== undefined ? "other" : (kinds[first] ?? "other");
};
const kindOf = ({ from, to }: FullPetChange): Kind => {
  if (to === null) return "add";
  return from === null ? "deletion" : differingOf(from, to);
};

const describeOne = (edit: FullPetChange): string => {
  const { from, to } = edit;
  const name = to?.name ?? from?.name ?? String(edit.id);
  const kind = kindOf(edit);
  if (kind === "status" && to !== null) return done.status(name, t.common.status[to.status]);
  return kind === "name" || kind === "status" ? done.name(from?.name ?? name, name) : done[kind](name);
};

/** Returns the opposite of a change, which is used to describe an undo. */
export const backOf = ({ id, from, to }: FullPetChange): FullPetChange => ({ id, from: to, to: from });

/** Describes what an undo has restored. @param edits - The changes that the undo made. There is at least one. */
export const describeUndo = (edits: readonly FullPetChange[]): string => {
  const [first] = edits;
  const count = edits.length;
  if (first === undefined) return done.others(0);
  if (count === 1) return describeOne(first);
  const kind = kindOf(first);
  if (kind === "other" || kind === "name" || edits.some((edit) => kindOf(edit) !== kind)) return done.others(count);
  if (kind === "add") return done.adds(count);
  if (kind === "deletion") return done.deletions(count);
  if (kind === "category") return done.categories(count);
  const status = first.to?.status;
  const isSame = status !== undefined && edits.every(({ to }) => to?.status === status);
  return isSame ? done.statuses(count, t.common.status[status]) : done.others(count);
};
