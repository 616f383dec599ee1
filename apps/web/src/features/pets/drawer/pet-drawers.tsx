import type { Pet } from "@petstore/contract/client";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { notifyFailure } from "../../../lib/page/notices";
import { type PetPage, petPageQuery } from "../queries";
import type { PetSearch } from "../search";
import type { PetSearchActions } from "../use-pet-search";

const PetDrawer = lazy(async () => ({ default: (await import("./pet-drawer")).PetDrawer }));
const NewPetDrawer = lazy(async () => ({ default: (await import("./pet-drawer")).NewPetDrawer }));

type PetDrawersProps = {
  readonly search: PetSearch;
  readonly actions: PetSearchActions;
  readonly page: PetPage | undefined;
  readonly pets: readonly Pet[];
};

/** Shows the drawer that the address opens. */
export const PetDrawers = ({ search, actions, page, pets }: PetDrawersProps) => {
  const cache = useQueryClient();
  const { open } = search;

  /** Goes to the next or previous page when the step leaves the page. */
  const turn = async (cursor: string | undefined, step: -1 | 1) => {
    if (cursor === undefined) return;
    try {
      const { rows: there } = await cache.fetchQuery(petPageQuery({ ...search, cursor, offset: undefined }));
      const pet = there.at(step === 1 ? 0 : -1);
      if (pet !== undefined) actions.goTo(cursor, pet.id);
    } catch (error) {
      notifyFailure(error, () => void turn(cursor, step));
    }
  };
  const step = (by: -1 | 1) => {
    const at = pets.findIndex(({ id }) => id === open);
    if (at === -1) return;
    const pet = at + by < 0 ? undefined : pets[at + by];
    if (pet === undefined) void turn(by === 1 ? page?.cursors.next : page?.cursors.prev, by);
    else actions.openPet(pet.id);
  };
  return (
    <Suspense>
      {open !== undefined && <PetDrawer id={open} onClose={actions.closeDrawer} onStep={step} />}
      {search.new === true && <NewPetDrawer onClose={actions.closeDrawer} onOpen={actions.openPet} />}
    </Suspense>
  );
};
