import type { Pet } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../../components/button";
import { ConfirmDialog, Dialog } from "../../../components/dialog";
import { InlineError, SkeletonRows } from "../../../components/states";
import { undoOfAction } from "../../../lib/history/action-undo";
import { backOf, describeUndo } from "../../../lib/history/describe-undo";
import { announce } from "../../../lib/history/undo";
import { makeEdits } from "../../../lib/pets/pet-edits";
import { fieldsOf } from "../../../lib/pets/pet-fields";
import { useWrite } from "../../../lib/service/use-write";
import { t } from "../../../texts";
import { firstDay } from "../../../texts/first-day";
import { clearableQuery } from "./samples";

const texts = firstDay.clear;

const useClear = (onDone: () => void) =>
  useWrite({
    send: async (pets: readonly Pet[], key) => {
      const edits = pets.map((pet) => ({ id: pet.id, from: fieldsOf(pet), to: null }));
      return { key, done: (await makeEdits(edits, { key })).done };
    },
    onSuccess: ({ key, done }) => {
      onDone();
      if (done.length === 0) return;
      const back = done.map(backOf);
      const describe = (count: number) => describeUndo(back.slice(0, count));
      announce({
        title: t.pets.bulk.done.delete(done.length),
        undo: undoOfAction({ key, size: done.length, describe }),
      });
    },
  });

type ClearSamplesProps = { readonly samples: readonly Pet[]; readonly onClose: () => void };

/** Asks before the animals of the sample are deleted, and says how many that are and how many stay. */
export const ClearSamples = ({ samples, onClose }: ClearSamplesProps) => {
  const { data, error } = useQuery(clearableQuery(samples));
  const write = useClear(onClose);
  if (data === undefined || data.pets.length === 0) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={data === undefined ? firstDay.lines.samples : texts.nothingTitle}
        actions={<Button onClick={onClose}>{t.common.close}</Button>}
      >
        {error !== null && <InlineError error={error} />}
        {data === undefined && error === null && <SkeletonRows count={1} className="h-6" />}
        {data !== undefined && data.staying > 0 && <p>{texts.stay(data.staying)}</p>}
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={texts.title(data.pets.length)}
      description={[texts.description, ...(data.staying > 0 ? [texts.stay(data.staying)] : [])].join(" ")}
      confirmLabel={t.common.delete}
      onClose={onClose}
      onConfirm={() => write.mutate(data.pets)}
      isBusy={write.isPending}
    >
      {write.isError && <InlineError error={write.error} />}
    </ConfirmDialog>
  );
};
