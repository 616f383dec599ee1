import type { Attribute } from "@petstore/contract/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Typed } from "../../../lib/pets/attribute-types";
import { attributesQuery } from "../../../lib/pets/attributes";
import { closeNotice, notify, notifyFailure } from "../../../lib/page/notices";
import { undoOfAction } from "../../../lib/history/action-undo";
import { queryClient } from "../../../lib/service/query-client";
import { announce, whileSaving } from "../../../lib/history/undo";
import { refresh } from "../../../lib/service/refresh";
import { t } from "../../../texts";
import { useProfileDraft } from "./drafts";
import { changedValues, meanwhile, type ProfileValues, withoutTyped, withTyped } from "./profile-edits";
import { petQuery } from "./queries";
import { changeProfile, profileQuery, type TaggedProfile } from "./profile-query";

const texts = t.attributes.details;

/** Notices, by animal: once it is saved, "not saved" must not stay beside it. */
const keptNotices = new Map<number, string>();

const sayKept = (id: number, petName: string) => keptNotices.set(id, notify({ title: t.petDrawer.draftKept(petName) }));

type Write = {
  readonly id: number;
  readonly petName: string;
  readonly values: ProfileValues;
  readonly known: TaggedProfile;
  /** The `Action-Key`. */
  readonly key: string;
  readonly whenDone: () => void;
  readonly endDraft: () => void;
};

/** The profile of an animal, what is typed over it, and how it is saved. */
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
  const hasLeft = useRef(false);
  /** Nobody sees the form any more: the drawer was closed, or shows the next animal. */
  const isLeft = (petId: number) => hasLeft.current || petId !== id;
  const write = useMutation({
    networkMode: "always",
    mutationFn: ({ id: petId, values, known: last, key }: Write) =>
      whileSaving(() => changeProfile(petId, values, last, key)),
    onError: (error, { id: petId, petName }) => {
      if (!isLeft(petId)) return;
      notifyFailure(error);
      sayKept(petId, petName);
    },
    onSuccess: (result, { id: petId, petName, key, whenDone, endDraft }) => {
      if (result === undefined) {
        if (isLeft(petId)) sayKept(petId, petName);
        else setAsked(asked + 1);
        return;
      }
      const undo = undoOfAction({ key, size: 1, describe: () => texts.putBack(petName) });
      announce({ title: texts.saved(petName), undo });
      endDraft();
      closeNotice(keptNotices.get(petId) ?? "");
      whenDone();
      void refresh();
    },
  });

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
      if (write.isPending) return;
      if (clashes.length > 0) {
        setAsked(asked + 1);
        return;
      }
      if (known === undefined || Object.keys(changed).length === 0) {
        if (known !== undefined) setDraft(undefined);
        whenDone();
        return;
      }
      write.mutate({
        id,
        petName,
        values: changed,
        known,
        key: crypto.randomUUID(),
        whenDone,
        endDraft: () => setDraft(undefined),
      });
    },
    /** The drawer closes: says that what was typed is kept, unless it is being saved. */
    leave: (petName: string) => {
      hasLeft.current = true;
      if (draft !== undefined && !write.isPending) sayKept(id, petName);
    },
    isBusy: write.isPending,
    // Of another animal, if the person has gone on to the next.
    error: write.variables?.id === id ? write.error : null,
  };
};

export type ProfileEditor = ReturnType<typeof useProfileEditor>;
