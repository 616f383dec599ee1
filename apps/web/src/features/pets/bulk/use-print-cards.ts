import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { MAX_CARDS } from "../../../lib/pets/cage-cards";
import { notify, notifyFailure } from "../../../lib/page/notices";
import { t } from "../../../texts";
import type { PetOrder } from "../search";
import { readAll } from "./bulk-plan";
import type { Selection } from "./selection";

const idsOf = async (selection: Selection, order: PetOrder): Promise<readonly number[]> => {
  if (selection.mode === "some") return [...selection.ids];
  const ids: number[] = [];
  const options = { signal: new AbortController().signal, isExpanded: false };
  await readAll(order, async (pets) => void ids.push(...pets.map(({ id }) => id)), options);
  return ids.filter((id) => !selection.except.has(id));
};

export type PrintCards = { readonly run: () => void; readonly isBusy: boolean };

/**
 * Opens the cage cards of the selected animals, in the order of the list.
 * @param count - How many animals are selected.
 */
export const usePrintCards = (selection: Selection, order: PetOrder, count: number): PrintCards => {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    if (count > MAX_CARDS) {
      notify({ kind: "error", title: t.print.cards.tooMany(MAX_CARDS, count) });
      return;
    }
    setIsBusy(true);
    try {
      await navigate({ to: "/cards", search: { id: await idsOf(selection, order) } });
    } catch (error) {
      notifyFailure(error, () => void run());
    } finally {
      setIsBusy(false);
    }
  };
  return { run: () => void run(), isBusy };
};
