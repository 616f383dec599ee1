import type { FullPetChange } from "../../../lib/pets/full-pet-change";
import { useMutation } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import { notifyFailure } from "../../../lib/page/notices";
import { type PetSave, savePet } from "../../../lib/pets/save-pet";
import { isRefusal } from "../../../lib/service/api-error";
import { queryClient } from "../../../lib/service/query-client";
import { refresh } from "../../../lib/service/refresh";
import { petQuery } from "./queries";

/** The callbacks belong to the saved animal, because the person may have gone on to the next. */
type PetWrite = PetSave & {
  readonly onMade: (made: FullPetChange) => Promise<void>;
  /** Called when the outcome is known, so that the next save is a new request. */
  readonly onAnswered: () => void;
  readonly sayKept: () => void;
};

/** An answer to an older request must not show the animal as it was before the change. */
const showChanged = async ({ id, to }: FullPetChange) => {
  const { queryKey } = petQuery(id);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, to === null ? null : { id, ...to });
};

/** Tells a late answer which animal the drawer shows at this moment. */
export const useShown = (id: number) => {
  const shown = useRef<number>(undefined);
  const hasLeft = useRef(false);
  useLayoutEffect(() => {
    shown.current = id;
  }, [id]);
  return {
    isLeft: (of: number) => hasLeft.current || shown.current !== of,
    leave: () => {
      hasLeft.current = true;
    },
  };
};

/** Sends a change of an animal with all its parts. */
export const usePetWrite = ({ isLeft }: ReturnType<typeof useShown>) =>
  useMutation({
    networkMode: "always",
    mutationFn: (save: PetWrite) => savePet(save),
    onError: (error, save) => {
      if (isRefusal(error)) save.onAnswered();
      if (!isLeft(save.edit.id)) return;
      // No form that could show the error is open.
      notifyFailure(error);
      save.sayKept();
    },
    onSuccess: async (made, save) => {
      save.onAnswered();
      if (made !== undefined) {
        await showChanged(made);
        await save.onMade(made);
      }
      void refresh();
    },
  });
