import type { BulkPetChange, Pet, PetFields } from "@petstore/contract/client";
import { useMutation, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useRef } from "react";
import { addConflicts } from "../../../lib/pets/conflicts";
import { announceEdits, makeEdits } from "../../../lib/pets/pet-edits";
import { fieldsOf } from "../../../lib/pets/pet-fields";
import { closeNotice, notify, notifyFailure } from "../../../lib/page/notices";
import { queryClient } from "../../../lib/service/query-client";
import { refresh } from "../../../lib/service/refresh";
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

/** What it calls is of its own animal: the person may have gone on to the next. */
type Write = {
  readonly edit: BulkPetChange;
  readonly title: string;
  readonly finish: () => void;
  readonly sayKept: () => void;
};

/** An answer that is on its way must not show the animal as it was before the change. */
const showChanged = async ({ id, to }: BulkPetChange) => {
  const { queryKey } = petQuery(id);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, to === null ? null : { id, ...to });
};

/** The animal, what is typed over it, and how it is saved. */
export const usePetEditor = (
  id: number,
  onSaved: (name: string) => void,
  onRemoved: () => void = () => onSaved(""),
): PetEditor => {
  const pet = useQuery(petQuery(id));
  const [draft, setDraft] = usePetDraft(id);
  const now = pet.data ? fieldsOf(pet.data) : undefined;
  const edit = now && layOver(draft ?? { base: now, changes: {} }, now);

  const hasLeft = useRef(false);
  const sayKept = () => {
    if (draft !== undefined) keptNotices.set(id, notify({ title: texts.draftKept(draft.base.name ?? "") }));
  };

  const write = useMutation({
    networkMode: "always",
    mutationFn: ({ edit: change }: Write) => makeEdits([change]),
    onError: (error, { edit: change, ...of }) => {
      if (!hasLeft.current && change.id === id) return;
      // No form is there to show it.
      notifyFailure(error);
      of.sayKept();
    },
    onSuccess: async ({ done, conflicts }, { edit: change, title, finish }) => {
      announceEdits({ title, edits: done });
      addConflicts(conflicts.map((conflict) => ({ ...conflict, onDecided: finish })));
      if (conflicts.length === 0) {
        await showChanged(change);
        finish();
      }
      void refresh();
    },
  });
  const isBusy = write.isPending;
  const start = (change: Omit<BulkPetChange, "id">, title: string, whenDone: () => void) => {
    const finish = () => {
      setDraft(undefined);
      closeNotice(keptNotices.get(id) ?? "");
      whenDone();
    };
    if (!isBusy) write.mutate({ edit: { id, ...change }, title, finish, sayKept });
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
      hasLeft.current = true;
      if (!isBusy) sayKept();
    },
    bringBack: (to) => start({ from: null, to }, texts.broughtBack(to.name), () => undefined),
    isBusy,
    // Of another animal, if the person has gone on to the next.
    error: write.variables?.edit.id === id ? write.error : null,
  };
};
