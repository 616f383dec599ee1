import type { Pet } from "@petstore/contract/client";
import { useShortcut } from "../../../lib/page/shortcuts";
import { t } from "../../../texts";
import type { SelectionActions } from "../bulk/use-selection";
import type { PetSearchActions } from "../use-pet-search";

/** The animal whose row has the focus. */
const focusedPet = (pets: readonly Pet[]): Pet | undefined => {
  const row = document.activeElement?.closest<HTMLElement>("[data-row]");
  return row === null || row === undefined ? undefined : pets.find(({ id }) => String(id) === row.dataset["row"]);
};

type ListKeysOptions = {
  readonly pets: readonly Pet[];
  readonly hasSelection: boolean;
  readonly selection: SelectionActions;
  readonly actions: PetSearchActions;
  /** Marks the selected animals, or else this one. */
  readonly onMark: (status: Pet["status"], pet: Pet | undefined) => void;
};

/** Registers the shortcuts of the list, except `j`, `k` and Enter, which belong to the rows. */
export const useListKeys = ({ pets, hasSelection, selection, actions, onMark }: ListKeysOptions): void => {
  const onFocused = (run: (pet: Pet) => void) => () => {
    const pet = focusedPet(pets);
    if (pet !== undefined) run(pet);
  };
  const mark = (status: Pet["status"]) => () => onMark(status, focusedPet(pets));

  useShortcut("n", t.pets.keys.add, actions.openNew);
  useShortcut(
    "x",
    t.pets.keys.select,
    onFocused(({ id }) => selection.toggle(id)),
  );
  useShortcut(
    "shift+x",
    t.pets.keys.selectTo,
    onFocused(({ id }) => selection.choose(id, true, true)),
  );
  useShortcut("escape", t.pets.keys.clearSelection, selection.clear, { isEnabled: hasSelection });
  useShortcut("s>a", t.pets.keys.mark(t.common.status.available), mark("available"));
  useShortcut("s>p", t.pets.keys.mark(t.common.status.pending), mark("pending"));
  useShortcut("s>s", t.pets.keys.mark(t.common.status.sold), mark("sold"));
};
