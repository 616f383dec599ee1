import type { AuditEvent, PetFields } from "@petstore/contract/client";
import { completed, readPastFields } from "./past-fields";
import type { FullPetChange } from "../pets/full-pet-change";

/**
 * Returns the change that restores what an event changed; undefined if the event is not about an animal.
 * @param now - The animal as it is now. It determines the fields that did not exist yet at the time of the event.
 */
export const undoEditOf = ({ subject, before, after }: AuditEvent, now?: PetFields): FullPetChange | undefined => {
  if (subject.kind !== "pet" || subject.id === null) return undefined;
  const [from, to] = [readPastFields(after), readPastFields(before)];
  if (from === undefined || to === undefined || (from === null && to === null)) return undefined;
  return { id: subject.id, from: from && completed(from, now), to: to && completed(to, now) };
};
