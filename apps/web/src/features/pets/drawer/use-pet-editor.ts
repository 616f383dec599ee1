import type { BulkPetChange, Pet, PetFields } from "@petstore/contract/client";
import { useMutation, useMutationState, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { addConflicts, announceEdits, makeEdits } from "../../../lib/pet-edits";
import { fieldsOf } from "../../../lib/pet-fields";
import { closeNotice, notify, notifyFailure } from "../../../lib/notices";
import { queryClient } from "../../../lib/query-client";
import { useShown } from "../../../lib/use-shown";
import { refresh } from "../../../lib/refresh";
import { t } from "../../../texts";
import { usePetDraft } from "./drafts";
import { layOver, type PetDraft, type PetEdit, withChange } from "./edits";
import { petQuery } from "./queries";

const texts = t.petDrawer;

export type PetEditor = {
  readonly pet: UseQueryResult<Pet | null>;
  readonly draft: PetDraft | undefined;
  /** Undefined until the animal is loaded, and once it is gone. */
  readonly edit: PetEdit | undefined;
  readonly change: (change: Partial<PetFields>) => void;
  readonly discard: () => void;
  readonly save: (to: PetFields) => void;
  readonly remove: () => void;
  readonly bringBack: (to: PetFields) => void;
  /** The drawer closes: says that what was typed is kept, unless it is being saved. */
  readonly leave: () => void;
  readonly isBusy: boolean;
  readonly error: unknown;
};

/** Notices, by animal: once it is saved, "not saved" must not stay beside it. */
const keptNotices = new Map<number, string>();

type Write = { readonly edit: BulkPetChange; readonly title: string; readonly whenDone: () => void };

/** An answer that is on its way must not show the animal as it was before the change. */
const showChanged = async ({ id, to }: BulkPetChange) => {
  const { queryKey } = petQuery(id);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, to === null ? null : { id, ...to });
};

const mutationKey = ["pets", "edit"];

/** The animals that are being saved: also by a drawer that shows another one by now. */
const useSavedIds = (): readonly number[] =>
  useMutationState({
    filters: { mutationKey, status: "pending" },
    select: ({ state }) => (state.variables as Write).edit.id,
  });

/** The animal, what is typed over it, and how it is saved. An answer is about the animal of its request, not the one in sight. */
export const usePetEditor = (
  id: number,
  onSaved: (name: string) => void,
  onRemoved: () => void = () => onSaved(""),
): PetEditor => {
  const pet = useQuery(petQuery(id));
  const [draft, setDraft, draftOf] = usePetDraft(id);
  const now = pet.data ? fieldsOf(pet.data) : undefined;
  const edit = now && layOver(draft ?? { base: now, changes: {} }, now);

  const { isShown, leave } = useShown(id);
  const sayKept = (of: number) => {
    const kept = draftOf(of);
    if (kept !== undefined) keptNotices.set(of, notify({ title: texts.draftKept(kept.base.name ?? "") }));
  };

  const write = useMutation({
    mutationKey,
    networkMode: "always",
    mutationFn: ({ edit: change }: Write) => makeEdits([change]),
    onError: (error, { edit: change }) => {
      if (isShown(change.id)) return;
      // No form is there to show it.
      notifyFailure(error);
      sayKept(change.id);
    },
    onSuccess: async ({ done, conflicts }, { edit: change, title, whenDone }) => {
      announceEdits({ title, edits: done });
      const finish = () => {
        setDraft(undefined, change.id);
        closeNotice(keptNotices.get(change.id) ?? "");
        whenDone();
      };
      addConflicts(conflicts.map((conflict) => ({ ...conflict, onDecided: finish })));
      if (conflicts.length === 0) {
        await showChanged(change);
        finish();
      }
      void refresh();
    },
  });
  const isBusy = useSavedIds().includes(id);
  const start = (change: Omit<BulkPetChange, "id">, title: string, whenDone: () => void) => {
    if (!isBusy) write.mutate({ edit: { id, ...change }, title, whenDone });
  };

  return {
    pet,
    draft,
    edit,
    change: (change) => {
      if (now !== undefined) setDraft(withChange(draft, now, change));
    },
    discard: () => {
      setDraft(undefined);
      write.reset();
    },
    save: (to) => {
      if (edit === undefined) return;
      if (draft === undefined) onSaved(to.name);
      else start({ from: edit.from, to }, texts.saved(to.name), () => onSaved(to.name));
    },
    remove: () => {
      if (now !== undefined) start({ from: now, to: null }, texts.deleted(now.name), onRemoved);
    },
    leave: () => {
      leave();
      if (!isBusy) sayKept(id);
    },
    bringBack: (to) => start({ from: null, to }, texts.broughtBack(to.name), () => undefined),
    isBusy,
    // Of another animal, if the person has gone on to the next.
    error: write.variables?.edit.id === id ? write.error : null,
  };
};
