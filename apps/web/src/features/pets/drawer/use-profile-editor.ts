import type { Attribute } from "@petstore/contract/client";
import { useMutation, useMutationState, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Typed } from "../../../lib/attribute-types";
import { attributesQuery } from "../../../lib/attributes";
import { closeNotice, notify, notifyFailure } from "../../../lib/notices";
import { undoProfile } from "../../../lib/profile-undo";
import { queryClient } from "../../../lib/query-client";
import { announce, whileSaving } from "../../../lib/undo";
import { useShown } from "../../../lib/use-shown";
import { refresh } from "../../../lib/refresh";
import { t } from "../../../texts";
import { useProfileDraft } from "./drafts";
import { changedValues, meanwhile, type ProfileValues, withoutTyped, withTyped } from "./profile-edits";
import { petQuery } from "./queries";
import { changeProfile, profileQuery, type TaggedProfile } from "./profile-query";

const texts = t.attributes.details;

const stateOf = ({ externalId = null, ...attributes }: ProfileValues) => ({ externalId, attributes });

/** Puts back what a save changed, and says what no field takes any more. */
const undoChange = async (id: number, petName: string, before: ProfileValues, after: ProfileValues) => {
  const subject = { kind: "profile", id } as const;
  const left = await undoProfile({ subject, before: stateOf(before), after: stateOf(after) });
  if (left.length > 0) notify({ title: t.undo.leftOut, detail: left.join(", ") });
  return texts.putBack(petName);
};

/** Notices, by animal: once it is saved, "not saved" must not stay beside it. */
const keptNotices = new Map<number, string>();

type Write = {
  readonly id: number;
  readonly petName: string;
  readonly values: ProfileValues;
  readonly known: TaggedProfile;
  readonly whenDone: () => void;
};

const mutationKey = ["pets", "edit-profile"];

/** The animals whose profiles are being saved. */
const useSavedIds = (): readonly number[] =>
  useMutationState({
    filters: { mutationKey, status: "pending" },
    select: ({ state }) => (state.variables as Write).id,
  });

/** The profile of an animal, what is typed over it, and how it is saved: as {@link usePetEditor}. */
export const useProfileEditor = (id: number) => {
  const pet = useQuery(petQuery(id));
  // An animal that was deleted has none: asked of the cache, which knows it before the drawer is drawn again.
  const isThere = () => queryClient.getQueryData(petQuery(id).queryKey) !== null;
  const profile = useQuery({ ...profileQuery(id), enabled: pet.data ? isThere : false });
  const attributes = useQuery(attributesQuery);
  const [draft, setDraft] = useProfileDraft(id);
  const known = profile.data;
  const all = attributes.data;
  const now = known?.values ?? {};
  const changed = changedValues(all ?? [], draft, now);
  const { taken, clashes } = draft === undefined ? { taken: [], clashes: [] } : meanwhile(draft, changed, now);

  const [asked, setAsked] = useState(0);
  const { isShown, leave } = useShown(id);
  const sayKept = (of: number, petName: string) =>
    keptNotices.set(of, notify({ title: t.petDrawer.draftKept(petName) }));
  /** Shows the clashes; where no form does, the text waits for them. */
  const askAbout = (of: number, petName: string) => {
    if (isShown(of)) setAsked((before) => before + 1);
    else sayKept(of, petName);
  };
  const write = useMutation({
    mutationKey,
    networkMode: "always",
    mutationFn: ({ id: petId, values, known: last }: Write) => whileSaving(() => changeProfile(petId, values, last)),
    onError: (error, { id: petId, petName }) => {
      if (isShown(petId)) return;
      // No form is there to show it.
      notifyFailure(error);
      sayKept(petId, petName);
    },
    onSuccess: (result, { id: petId, petName, whenDone }) => {
      if (result === undefined) return askAbout(petId, petName);
      const { before, after } = result;
      const run = () => undoChange(petId, petName, before, after);
      announce({ title: texts.saved(petName), undo: { size: 1, run } });
      setDraft(undefined, petId);
      closeNotice(keptNotices.get(petId) ?? "");
      whenDone();
      void refresh();
    },
  });

  const isBusy = useSavedIds().includes(id);

  return {
    profile,
    attributes,
    draft,
    now,
    taken,
    clashes,
    /** How often a save had to wait for a decision about the clashes. */
    asked,
    change: (one: Attribute, typed: Typed) => {
      if (known !== undefined) setDraft(withTyped(draft, now, one, typed));
    },
    discard: () => {
      setDraft(undefined);
      write.reset();
    },
    takeTheirs: () => setDraft(draft && withoutTyped(draft, clashes)),
    keepMine: () => setDraft(draft && { ...draft, base: now }),
    /** @param whenDone - It is saved, or nothing was changed. */
    save: (petName: string, whenDone: () => void) => {
      if (isBusy) return;
      if (clashes.length > 0) {
        askAbout(id, petName);
        return;
      }
      if (known === undefined || Object.keys(changed).length === 0) {
        if (known !== undefined) setDraft(undefined);
        whenDone();
        return;
      }
      write.mutate({ id, petName, values: changed, known, whenDone });
    },
    /** The drawer closes: says that what was typed is kept, unless it is being saved. */
    leave: (petName: string) => {
      leave();
      if (draft !== undefined && !isBusy) sayKept(id, petName);
    },
    isBusy,
    // Of another animal, if the person has gone on to the next.
    error: write.variables?.id === id ? write.error : null,
  };
};

export type ProfileEditor = ReturnType<typeof useProfileEditor>;
