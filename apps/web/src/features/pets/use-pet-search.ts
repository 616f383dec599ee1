import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { PetLayout, PetOrder, PetSearch, PetView, Place } from "./search";

export type PetSearchActions = {
  /** Changes filters or the order, and goes back to the first page. */
  readonly filter: (order: PetOrder, options?: { readonly replace?: boolean }) => void;
  /** Replaces the whole search, either with the search of a saved view or with a search without filters. */
  readonly show: (view: PetView) => void;
  /** Changes the layout and keeps the same animals. */
  readonly arrange: (layout: PetLayout) => void;
  readonly jump: (place: Place) => void;
  readonly goTo: (cursor: string | undefined, open?: number) => void;
  readonly openPet: (id: number) => void;
  readonly openNew: () => void;
  readonly closeDrawer: () => void;
};

type Go = (
  change: (before: PetSearch) => PetSearch,
  options?: { readonly replace?: boolean; readonly resetScroll?: boolean },
) => void;

/** @param go - Changes the address. */
export const petSearchActions = (go: Go): PetSearchActions => ({
  filter: (order, options) =>
    go((before) => ({ ...before, ...order, cursor: undefined, offset: undefined }), { ...options }),
  show: (view) => go(() => view),
  arrange: (layout) =>
    go((before) => ({ ...before, ...layout, ...("limit" in layout && { cursor: undefined, offset: undefined }) })),
  jump: (place) => go((before) => ({ ...before, ...place, open: undefined }), { resetScroll: true }),
  goTo: (cursor, open) =>
    go((before) => ({ ...before, cursor, offset: undefined, open }), { resetScroll: open === undefined }),
  openPet: (id) => go((before) => ({ ...before, open: id, new: undefined })),
  openNew: () => go((before) => ({ ...before, open: undefined, new: true })),
  closeDrawer: () => go((before) => ({ ...before, open: undefined, new: undefined })),
});

/** Returns the address of the list, and functions that change it. */
export const usePetSearch = (): readonly [PetSearch, PetSearchActions] => {
  const search = useSearch({ from: "/animals" });
  const navigate = useNavigate({ from: "/animals" });
  const actions = useMemo(
    () =>
      petSearchActions(
        (change, options) => void navigate({ to: "/animals", search: change, resetScroll: false, ...options }),
      ),
    [navigate],
  );
  return [search, actions];
};
