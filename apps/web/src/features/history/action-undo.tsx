import type { Action } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../components/button";
import { InlineError } from "../../components/states";
import { actionQuery, startUndo, stopUndo } from "../../lib/history/action-undo";
import { canDecide, decideLeft } from "../../lib/history/left-conflicts";
import { leftOf, tellCountLeft, unreachedOf } from "../../lib/history/tell-left";
import { refresh } from "../../lib/service/refresh";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { actions } from "../../texts/actions";
import { undoWhole } from "./use-event-undo";

const texts = actions;

/** The current state of the action. Its undo continues without this page, so a reload still shows its progress. */
const useLive = (action: Action): Action => {
  const { data } = useQuery({ ...actionQuery(action), enabled: action.status === "undoing" });
  const live = action.status === "undoing" ? (data ?? action) : action;
  const hasEnded = action.status === "undoing" && live.status !== "undoing";
  useEffect(() => {
    if (hasEnded) void refresh();
  }, [hasEnded]);
  return live;
};

const Running = ({ action }: { readonly action: Action }) => {
  const stop = useWrite({ send: () => stopUndo(action.id) });
  const { done = 0, leftCount = 0, total = 0 } = action.job ?? {};
  return (
    <span
      className="flex flex-wrap items-center gap-x-2 text-sm text-muted sm:max-w-56 sm:justify-end xl:max-w-none"
      role="status"
    >
      <progress aria-label={t.pets.bulk.progress} value={done + leftCount} max={Math.max(1, total)} className="w-20" />
      <span className="tabular-nums">{texts.undoing(done, total)}</span>
      <Button
        variant="quiet"
        aria-label={texts.stopUndo}
        isBusy={stop.isPending}
        onClick={() => stop.mutate(undefined)}
      >
        {t.common.stop}
      </Button>
      {stop.error !== null && <InlineError error={stop.error} />}
    </span>
  );
};

/** Shows an undo that failed three times. Anyone who may undo the action can resume or drop it. */
const Waiting = ({ action }: { readonly action: Action }) => {
  const resume = useWrite({ send: () => startUndo(action.id) });
  const drop = useWrite({ send: () => stopUndo(action.id) });
  const isBusy = resume.isPending || drop.isPending;
  const error = resume.error ?? drop.error;
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted sm:max-w-56 sm:justify-end xl:max-w-none">
      <span role="status">{texts.waiting}</span>
      {action.undo.isPossible && (
        <>
          <Button variant="quiet" isBusy={isBusy} onClick={() => resume.mutate(undefined)}>
            {texts.resume}
          </Button>
          <Button variant="quiet" isBusy={isBusy} onClick={() => drop.mutate(undefined)}>
            {texts.drop}
          </Button>
        </>
      )}
      {error !== null && <InlineError error={error} />}
    </span>
  );
};

/** Shows whether one event has been undone or is being undone. */
export const UndoneState = ({ action }: { readonly action: Action | undefined }) => {
  if (action === undefined || action.status === "done") return null;
  if (action.status === "undoing" || action.status === "waiting") return <ActionUndo action={action} title="" />;
  return <span className="text-sm text-muted">{texts.states[action.status as keyof typeof texts.states]}</span>;
};

/** Offers Undo all, or shows the progress of an undo. @param title - What was done. */
export const ActionUndo = ({ action: given, title }: { readonly action: Action; readonly title: string }) => {
  const action = useLive(given);
  const [isBusy, setIsBusy] = useState(false);
  const undo = async () => {
    setIsBusy(true);
    await undoWhole(action, title);
    setIsBusy(false);
  };
  if (action.status === "undoing") return <Running action={action} />;
  if (action.status === "waiting") return <Waiting action={action} />;
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted sm:max-w-56 sm:justify-end xl:max-w-none">
      {action.status !== "done" && texts.states[action.status as keyof typeof texts.states]}
      {unreachedOf(action) > 0 && <span>{texts.unreached(unreachedOf(action))}</span>}
      {action.undo.isPossible && (
        <Button
          variant="quiet"
          isBusy={isBusy}
          aria-label={texts.undoAllOf(title)}
          icon={<Undo2 aria-hidden size={16} />}
          onClick={() => void undo()}
        >
          {texts.undoAll}
        </Button>
      )}
    </span>
  );
};

/** Lists what the undo did not restore, by name and reason. The list of actions contains only the number. */
export const LeftByUndo = ({ action }: { readonly action: Action }) => {
  const count = action.job?.leftCount ?? 0;
  const { data } = useQuery({ ...actionQuery(action), enabled: count > 0 });
  if (count === 0) return null;
  const left = data === undefined ? [] : leftOf(data);
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="font-medium">{tellCountLeft(data ?? action)}</p>
      <ul translate="no" className="max-h-48 overflow-y-auto text-muted">
        {left.map((line, at) => (
          // Several animals may have the same name.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>{line}</li>
        ))}
      </ul>
      {data !== undefined && canDecide(data) && (
        <span>
          <Button onClick={() => void decideLeft(data)}>{texts.decide}</Button>
        </span>
      )}
    </div>
  );
};
