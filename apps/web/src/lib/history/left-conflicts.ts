import type { Action, AuditEvent, LeftByUndo, PetFields } from "@petstore/contract/client";
import { MAX_PAGE_SIZE } from "@petstore/contract/schemas";
import { actions } from "../../texts/actions";
import { notify, notifyFailure } from "../page/notices";
import { addConflicts, type Conflict } from "../pets/conflicts";
import { fieldsOf } from "../pets/pet-fields";
import { readPetsById } from "../pets/pets-by-id";
import { ask } from "../service/api";
import { undoEditOf } from "./past-edits";
import type { FullPetChange } from "../pets/full-pet-change";

/** The largest number of animals for which dialogs are shown one after the other. */
const MAX_DECIDED = 20;

const petsLeft = ({ job }: Action): readonly LeftByUndo[] =>
  (job?.left ?? []).filter(({ subject, reason }) => subject.kind === "pet" && reason === "changed");

/** Tells whether the undo skipped animals that have changed since, so that a person can decide about each field. */
export const canDecide = (action: Action): boolean => petsLeft(action).length > 0;

/**
 * Reads the events of one animal in an action. An event that is an action by itself has no `actionId` by which the
 * history could find it.
 */
const readEvents = async ({ id: actionId, events, event }: Action, petId: number): Promise<readonly AuditEvent[]> => {
  if (events === 1) return [event];
  const query = { actionId, subject: `pet:${petId}`, limit: MAX_PAGE_SIZE };
  return (await ask((api, options) => api.history.listHistory({ query, ...options }))).body;
};

/** Returns the change that the undo tried to make: from the state after the action to the state before it. */
const wantedOf = (events: readonly AuditEvent[], now: PetFields | undefined): FullPetChange | undefined => {
  const [newest, oldest] = [events[0], events.at(-1)];
  const [last, first] = [newest && undoEditOf(newest, now), oldest && undoEditOf(oldest, now)];
  return last && first && { id: last.id, from: last.from, to: first.to };
};

const conflictOf = async (action: Action, petId: number, now: PetFields | undefined): Promise<Conflict | undefined> => {
  const edit = wantedOf(await readEvents(action, petId), now);
  return edit && { edit, reason: now === undefined ? "gone" : "changed", now: now ?? null };
};

/** Opens the dialog for the animals that an undo skipped because somebody has changed them since. */
export const decideLeft = async (action: Action): Promise<void> => {
  try {
    const ids = petsLeft(action)
      .slice(0, MAX_DECIDED)
      .map(({ subject }) => subject.id);
    const pets = await readPetsById(ids);
    const fieldsNow = (id: number) => {
      const pet = pets.get(id);
      return pet && fieldsOf(pet);
    };
    const conflicts = await Promise.all(ids.map((id) => conflictOf(action, id, fieldsNow(id))));
    const found = conflicts.flatMap((one) => one ?? []);
    if (found.length === 0) notify({ title: actions.noFields, detail: actions.noFieldsDetail });
    addConflicts(found);
  } catch (error) {
    notifyFailure(error, () => void decideLeft(action));
  }
};
