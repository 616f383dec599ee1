import type { Attribute, ProfileEdit } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Typed } from "../../../lib/pets/attribute-types";
import { attributesQuery } from "../../../lib/pets/attributes";
import { queryClient } from "../../../lib/service/query-client";
import { useProfileDraft } from "./drafts";
import { changedValues, meanwhile, patchOf, withoutTyped, withTyped } from "./profile-edits";
import { petQuery } from "./queries";
import { profileQuery } from "./profile-query";

/** The profile of an animal and its draft, which is a part of the drawer's Save. */
export const useProfileEditor = (id: number) => {
  const pet = useQuery(petQuery(id));
  // A deleted animal has no profile. The cache knows of the deletion before the drawer is drawn again.
  const isThere = () => queryClient.getQueryData(petQuery(id).queryKey) !== null;
  const profile = useQuery({ ...profileQuery(id), enabled: pet.data ? isThere : false });
  const attributes = useQuery(attributesQuery);
  const { draft, set, now: draftNow } = useProfileDraft(id);
  const [asked, setAsked] = useState(0);
  const all = attributes.data;
  const now = profile.data ?? {};
  const isLoaded = profile.data !== undefined && all !== undefined;
  const changed = changedValues(all ?? [], draft, now);
  const { taken, clashes } = draft === undefined ? { taken: [], clashes: [] } : meanwhile(draft, changed, now);

  return {
    profile,
    attributes,
    draft,
    /** The draft at this moment, even if the drawer was not drawn since. */
    draftNow: () => draftNow(id),
    now,
    taken,
    clashes,
    /** How often a save had to wait for a decision about the clashes. */
    asked,
    /** Leads the person to the clashes that they have to decide. */
    askClashes: () => setAsked((before) => before + 1),
    change: (one: Attribute, typed: Typed) => {
      if (profile.data !== undefined) set(withTyped(draft, now, one, typed));
    },
    discard: () => set(undefined),
    takeTheirs: () => set(draft && withoutTyped(draft, clashes)),
    keepMine: () => set(draft && { ...draft, base: now }),
    /** Whether the profile is still loading. A save then leaves its draft as it is. */
    isWaiting: draft !== undefined && !isLoaded,
    /** The changes that a save makes; undefined if no value differs. */
    edit: ((): ProfileEdit | undefined => {
      const names = Object.keys(changed);
      if (!isLoaded || names.length === 0) return undefined;
      const known = Object.fromEntries(names.map((name) => [name, now[name] ?? null]));
      return { from: patchOf(known), to: patchOf(changed) };
    })(),
    /** Ends the draft unless it has changed since. */
    endDraft: (of: typeof draft) => {
      if (draftNow(id) === of) set(undefined, id);
    },
    /** Shows the profile as it was saved, until it is read again. */
    showSaved: async () => {
      const { queryKey } = profileQuery(id);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, { ...now, ...changed });
    },
  };
};

export type ProfileEditor = ReturnType<typeof useProfileEditor>;
