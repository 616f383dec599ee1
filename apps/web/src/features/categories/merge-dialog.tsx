import { MAX_MERGED_BY_CLERKS, PetStatus } from "@petstore/contract/schemas";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/button";
import { Data } from "../../components/data";
import { Dialog } from "../../components/dialog";
import { Picker } from "../../components/picker";
import { InlineError } from "../../components/states";
import { type CategoryCounts, totalOf } from "../../lib/pets/category-counts";
import { formatNumber } from "../../lib/text/format";
import { useHasRole } from "../../lib/session/roles";
import { announce } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { sumOf, targetsOf } from "./arrange";
import { type Merge, merge, type MergeProgress } from "./merge";
import { nameOf } from "./queries";

const MAX_CHOICES = 50;
const texts = t.categories.merge;

type TargetProps = {
  readonly categories: readonly CategoryCounts[];
  readonly from: CategoryCounts;
  readonly onPick: (into: CategoryCounts) => void;
};

const Target = ({ categories, from, onPick }: TargetProps) => {
  const [text, setText] = useState("");
  const found = targetsOf(categories, from, text);
  const shown = found.slice(0, MAX_CHOICES);
  const more = found.length - shown.length;
  return (
    <Picker
      name="into"
      label={texts.into}
      placeholder={t.categories.search}
      text={text}
      onTextChange={setText}
      choices={shown.map((one) => ({
        id: one.categoryId,
        label: nameOf(one),
        detail: t.categories.animals(totalOf(one)),
      }))}
      onPick={({ id }) => {
        const into = categories.find(({ categoryId }) => categoryId === id);
        if (into !== undefined) onPick(into);
      }}
      note={found.length === 0 ? texts.noTarget : more > 0 ? texts.narrow(more) : undefined}
    />
  );
};

const Preview = ({ from, into }: { readonly from: CategoryCounts; readonly into: CategoryCounts }) => {
  const sentence = useRef<HTMLParagraphElement>(null);
  const after = sumOf(from, into);
  // Moves the focus to the sentence, so that a screen reader reads it. The focus also leaves the merge button, because
  // the person has just pressed Enter to choose the category.
  useEffect(() => sentence.current?.focus(), []);
  const row = (label: string, count: (one: CategoryCounts) => number) => (
    <tr key={label} className="border-t border-line">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal text-muted">
        {label}
      </th>
      {[into, after].map((one, index) => (
        <td key={index === 0 ? "now" : "after"} className="py-1.5 pl-3 text-right tabular-nums">
          {formatNumber(count(one))}
        </td>
      ))}
    </tr>
  );
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p ref={sentence} tabIndex={-1} className="font-medium wrap-anywhere outline-none">
        {texts.preview(totalOf(from), nameOf(from), nameOf(into))}
      </p>
      <p className="text-muted">{texts.noUndo}</p>
      <table className="w-full">
        <thead>
          <tr>
            <th scope="col" className="pb-1.5 text-left font-medium wrap-anywhere">
              <Data>{nameOf(into)}</Data>
            </th>
            <th scope="col" className="pb-1.5 text-right font-medium text-muted">
              {texts.now}
            </th>
            <th scope="col" className="pb-1.5 text-right font-medium text-muted">
              {texts.after}
            </th>
          </tr>
        </thead>
        <tbody>
          {PetStatus.options.map((status) => row(t.common.status[status], (one) => one[status]))}
          {row(t.categories.columns.total, totalOf)}
        </tbody>
      </table>
    </div>
  );
};

/** Shows this before anything is chosen, because a merge cannot be undone. */
const Refused = () => (
  <p role="alert" className="text-sm font-medium">
    {texts.managersOnly(MAX_MERGED_BY_CLERKS)}
  </p>
);

const Moving = ({ moved, total }: MergeProgress) => (
  <div className="mt-3 flex flex-col gap-1 text-sm">
    <progress aria-label={texts.progress} value={moved} max={Math.max(moved, total)} className="w-full" />
    <p className="tabular-nums">{texts.moved(moved, total)}</p>
    <p className="text-muted">{texts.mayClose}</p>
  </div>
);

type MergeDialogProps = {
  readonly from: CategoryCounts;
  readonly categories: readonly CategoryCounts[];
  readonly onClose: () => void;
};

const MergeDialog = ({ from, categories, onClose: close }: MergeDialogProps) => {
  const [intoId, setIntoId] = useState<number>();
  const [progress, setProgress] = useState<MergeProgress>();
  const mergedInto = useRef<number>(undefined);
  // A merge may end after its dialog was closed. Then it must not close another dialog that is open.
  const isClosed = useRef(false);
  const onClose = () => {
    if (!isClosed.current) close();
    isClosed.current = true;
  };
  const isRefused = !useHasRole("manager") && totalOf(from) > MAX_MERGED_BY_CLERKS;
  const into = categories.find(({ categoryId }) => categoryId === intoId);
  const write = useWrite({
    send: (input: Merge, idempotencyKey) => merge(input, idempotencyKey, setProgress),
    onSuccess: (body) => {
      mergedInto.current = body.id;
      announce({
        title: texts.done(nameOf(from), body.name ?? t.common.category(body.id), body.petCount),
        whyNot: t.history.noUndo["category.merge"],
      });
      onClose();
    },
  });
  const start = () => {
    if (intoId !== undefined) write.mutate({ from: from.categoryId, into: intoId });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={texts.title(nameOf(from))}
      description={texts.description}
      finalFocus={() => document.querySelector<HTMLElement>(`[data-row="${mergedInto.current}"] [data-row-main]`)}
      actions={
        into === undefined ? (
          <Button onClick={onClose}>{t.common.cancel}</Button>
        ) : (
          <>
            <Button
              disabled={write.isPending}
              onClick={() => {
                write.reset();
                setIntoId(undefined);
              }}
            >
              {texts.change}
            </Button>
            <Button variant="danger" isBusy={write.isPending} onClick={start} className="min-w-0">
              <span title={texts.submit(nameOf(into))} className="truncate">
                {texts.submit(nameOf(into))}
              </span>
            </Button>
          </>
        )
      }
    >
      {isRefused ? (
        <Refused />
      ) : into === undefined ? (
        <Target categories={categories} from={from} onPick={({ categoryId }) => setIntoId(categoryId)} />
      ) : (
        <Preview from={from} into={into} />
      )}
      {write.isPending && progress !== undefined && <Moving {...progress} />}
      {write.error !== null && (
        <div className="mt-3">
          <InlineError error={write.error} onRetry={start} />
        </div>
      )}
    </Dialog>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default MergeDialog;
