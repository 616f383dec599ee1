import { type ReactNode, useState } from "react";
import { Button } from "../../../components/button";
import { CategoryPicker } from "../../../components/category-picker";
import { Data, ValueText } from "../../../components/data";
import { Dialog } from "../../../components/dialog";
import { InlineError } from "../../../components/states";
import { showAttribute } from "../../../lib/pets/attribute-types";
import { useCategoryNames } from "../../../lib/pets/categories";
import { formatNumber } from "../../../lib/text/format";
import { t } from "../../../texts";
import type { BulkAction } from "./bulk-action";
import { type BulkPlan, isFieldEdit } from "./bulk-plan";
import { FieldStep } from "./field-step";
import { LeftOut } from "./left-out";
import type { Bulk, BulkState } from "./use-bulk";
import { useCategoryOptions } from "../use-category-options";

type BulkDialogProps = {
  readonly bulk: Bulk;
  /** The number of selected animals. */
  readonly total: number;
  /** The number of selected animals that are not on the page. */
  readonly elsewhere: number;
  readonly finalFocus: () => HTMLElement | null;
};

const titleOf = (state: BulkState): string => {
  if (state.phase === "closed" || state.phase === "category") return t.pets.bulk.titles.category;
  if (state.phase === "field") return t.pets.bulk.titles.field;
  const { action } = state;
  return action.kind === "status"
    ? t.pets.bulk.titles.status(t.common.status[action.status])
    : t.pets.bulk.titles[action.kind];
};

const Progress = ({ value, max, text }: { readonly value: number; readonly max: number; readonly text: string }) => (
  <div className="flex flex-col gap-2">
    <p role="status" className="tabular-nums">
      {text}
    </p>
    <div
      role="progressbar"
      aria-label={t.pets.bulk.progress}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="h-2 overflow-hidden rounded-full bg-sunken forced-colors:border"
    >
      <div
        className="h-full rounded-full bg-accent forced-colors:bg-[Highlight] transition-[width] duration-200"
        style={{ width: `${(100 * Math.min(value, max)) / Math.max(1, max)}%` }}
      />
    </div>
  </div>
);

const WillChange = ({ action, count }: { readonly action: BulkAction; readonly count: number }) => {
  const nameOf = useCategoryNames();
  if (action.kind === "status") return t.pets.bulk.willMark(count, t.common.status[action.status]);
  if (action.kind === "delete") return t.pets.bulk.willDelete(count);
  if (action.kind === "field") {
    const { one, value } = action;
    if (value === null) return t.pets.bulk.willClear(count, one.label);
    const shown = showAttribute(one, value);
    return (
      <>
        {t.pets.bulk.willSet(count, one.label)} <ValueText value={shown} className="font-semibold wrap-anywhere" />
      </>
    );
  }
  return (
    <>
      {t.pets.bulk.willMove(count)} <Data className="font-semibold">{nameOf(action.categoryId)}</Data>
    </>
  );
};

type ReadyProps = { readonly action: BulkAction; readonly plan: BulkPlan; readonly elsewhere: number };

const Ready = ({ action, plan, elsewhere }: ReadyProps) => (
  <>
    <p className="font-medium">
      {plan.edits.length === 0 ? t.pets.bulk.nothing : <WillChange action={action} count={plan.edits.length} />}
    </p>
    {elsewhere > 0 && <p>{t.common.notOnPage(formatNumber(elsewhere))}</p>}
    {plan.already > 0 && <p className="text-muted">{t.pets.bulk.already(plan.already)}</p>}
    <LeftOut left={plan.left} isPast={false} />
    {plan.edits.length > 0 && <p className="text-muted">{t.pets.bulk.undoHint}</p>}
  </>
);

type Working = Exclude<BulkState, { phase: "closed" | "category" | "field" }>;

const bodyOf = (state: Working, { bulk, total, elsewhere }: BulkDialogProps): ReactNode => {
  if (state.phase === "checking") {
    const text = t.pets.bulk.checkingOf(formatNumber(state.found), formatNumber(total));
    return <Progress value={state.found} max={total} text={text} />;
  }
  if (state.phase === "check-failed") return <InlineError error={state.error} onRetry={bulk.run} />;
  if (state.phase === "ready") return <Ready action={state.action} plan={state.plan} elsewhere={elsewhere} />;
  const all = state.plan.edits.length;
  if (state.phase === "running") {
    const done = state.done.length + state.conflicts.length;
    const text = state.isStopping ? t.pets.bulk.stopping : t.pets.bulk.running(formatNumber(done), formatNumber(all));
    return <Progress value={done} max={all} text={text} />;
  }
  const left = state.conflicts.map(({ edit, reason }) => ({
    id: edit.id,
    reason,
    ...(isFieldEdit(edit) && { name: edit.name }),
  }));
  if (state.phase === "failed") {
    return (
      <>
        <p>{t.pets.bulk.failed(state.done.length, formatNumber(all))}</p>
        <InlineError error={state.error} onRetry={bulk.run} />
      </>
    );
  }
  return (
    <>
      <p className="font-medium">
        {state.isStopped
          ? t.pets.bulk.stopped(state.done.length, formatNumber(all))
          : t.pets.bulk.finished(state.done.length)}
      </p>
      <LeftOut left={left} isPast />
    </>
  );
};

const actionsOf = (state: Working, bulk: Bulk): ReactNode => {
  if (state.phase === "running") {
    return (
      <Button autoFocus isBusy={state.isStopping} onClick={bulk.stop}>
        {t.common.stop}
      </Button>
    );
  }
  if (state.phase === "ready" && state.plan.edits.length > 0) {
    const { action, plan } = state;
    return (
      <>
        <Button onClick={bulk.close}>{t.common.cancel}</Button>
        <Button autoFocus variant={action.kind === "delete" ? "danger" : "primary"} onClick={bulk.run}>
          {t.pets.bulk.confirm[action.kind](plan.edits.length)}
        </Button>
      </>
    );
  }
  if (state.phase === "check-failed" && state.action.kind === "field") {
    return (
      <>
        <Button onClick={bulk.close}>{t.common.cancel}</Button>
        <Button autoFocus onClick={() => bulk.open("field")}>
          {t.pets.bulk.field.another}
        </Button>
      </>
    );
  }
  return (
    <Button autoFocus onClick={bulk.close}>
      {state.phase === "checking" ? t.common.cancel : t.common.close}
    </Button>
  );
};

const CategoryStep = ({ bulk, finalFocus }: Pick<BulkDialogProps, "bulk" | "finalFocus">) => {
  const categories = useCategoryOptions();
  const [categoryId, setCategoryId] = useState<number>();
  return (
    <Dialog
      isOpen
      onClose={bulk.close}
      finalFocus={finalFocus}
      title={t.pets.bulk.titles.category}
      description={t.pets.bulk.chooseCategory}
      actions={
        <>
          <Button onClick={bulk.close}>{t.common.cancel}</Button>
          <Button
            variant="primary"
            disabled={categoryId === undefined}
            onClick={() => categoryId !== undefined && bulk.open({ kind: "category", categoryId })}
          >
            {t.pets.bulk.continue}
          </Button>
        </>
      }
    >
      <CategoryPicker
        label={t.pets.bulk.category}
        value={categoryId}
        {...categories}
        onChange={setCategoryId}
        className="w-full"
      />
    </Dialog>
  );
};

/** Says what a change of many animals will do, then shows its progress, and then what was left out. */
const BulkDialog = (props: BulkDialogProps) => {
  const { bulk, finalFocus } = props;
  const { state } = bulk;
  if (state.phase === "closed") return null;
  if (state.phase === "category") return <CategoryStep bulk={bulk} finalFocus={finalFocus} />;
  if (state.phase === "field") return <FieldStep bulk={bulk} last={state.last} finalFocus={finalFocus} />;
  return (
    <Dialog
      isOpen
      title={titleOf(state)}
      finalFocus={finalFocus}
      {...(state.phase !== "running" && { onClose: bulk.close })}
      actions={actionsOf(state, bulk)}
    >
      <div className="flex min-h-24 flex-col gap-2 text-sm">{bodyOf(state, props)}</div>
    </Dialog>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default BulkDialog;
