import { MAX_CHANGES } from "@petstore/contract/schemas";
import { useEffect, useRef, useState } from "react";
import { undoOfAction } from "../../../lib/history/action-undo";
import { backOf, describeUndo } from "../../../lib/history/describe-undo";
import { inParts } from "../in-parts";
import { canBeUndone, makeEdits } from "../../../lib/pets/pet-edits";
import { notify, notifyFailure } from "../../../lib/page/notices";
import { refresh } from "../../../lib/service/refresh";
import { announce } from "../../../lib/history/undo";
import { t } from "../../../texts";
import { type BulkAction, doneText, type FieldAction, type LeftPet } from "./bulk-action";
import { type BulkEdit, type BulkPlan, type BulkTarget, isFieldEdit, isPetEdit, planBulk } from "./bulk-plan";
import { makeFieldEdits } from "./field-edits";

type Running = {
  /** The `Action-Key` of all its requests, which makes them one action with one undo. */
  readonly key: string;
  readonly action: BulkAction;
  readonly plan: BulkPlan;
  readonly done: readonly BulkEdit[];
  /** How many of these already had the wanted value. */
  readonly unchanged: number;
  readonly conflicts: readonly { readonly edit: BulkEdit; readonly reason: LeftPet["reason"] }[];
};

const make = (
  { action, key }: Running,
  edits: readonly BulkEdit[],
  signal: AbortSignal,
): Promise<Pick<Running, "done" | "unchanged" | "conflicts">> =>
  action.kind === "field"
    ? makeFieldEdits(action.one, edits.filter(isFieldEdit), { key, signal })
    : makeEdits(edits.filter(isPetEdit), { key, signal });

const tell = async (running: Running): Promise<void> => {
  const { action, done, key } = running;
  if (done.length === 0) return;
  if (!(await canBeUndone(key, running))) {
    notify({ title: doneText(action, done.length) });
    return;
  }
  const back = done.filter(isPetEdit).map(backOf);
  const describe = (count: number) =>
    action.kind === "field" ? t.pets.bulk.fieldBack(count, action.one.label) : describeUndo(back.slice(0, count));
  announce({ title: doneText(action, done.length), undo: undoOfAction({ key, size: done.length, describe }) });
};

export type BulkState =
  | { readonly phase: "closed" }
  | { readonly phase: "category" }
  | { readonly phase: "field"; readonly last?: FieldAction | undefined }
  | { readonly phase: "checking"; readonly action: BulkAction; readonly found: number }
  | { readonly phase: "check-failed"; readonly action: BulkAction; readonly error: unknown }
  | { readonly phase: "ready"; readonly action: BulkAction; readonly plan: BulkPlan }
  | (Running & { readonly phase: "running"; readonly isStopping: boolean })
  | (Running & { readonly phase: "failed"; readonly error: unknown })
  | (Running & { readonly phase: "finished"; readonly isStopped: boolean });

export type Bulk = {
  readonly state: BulkState;
  /** Opens the dialog. Without a finished action, it first asks for the category, or for the field and its value. */
  readonly open: (action: BulkAction | "category" | "field") => void;
  readonly run: () => void;
  readonly stop: () => void;
  readonly close: () => void;
};

/**
 * A change of many animals: first a dry run that says what will be left out, then steps of {@link MAX_CHANGES}, or
 * smaller ones if these are too heavy. What was done before a stop or a failure is kept, and can be undone at once.
 */
export const useBulk = (target: BulkTarget, onDone: () => void): Bulk => {
  const [state, setState] = useState<BulkState>({ phase: "closed" });
  const running = useRef<AbortController>(undefined);
  // Leaving the page stops a running change. What was done can still be undone.
  useEffect(() => () => running.current?.abort(), []);

  const start = () => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  };

  const check = async (action: BulkAction) => {
    const signal = start();
    setState({ phase: "checking", action, found: 0 });
    try {
      const onProgress = (found: number) => setState({ phase: "checking", action, found });
      const plan = await planBulk(action, target, { signal, onProgress });
      if (!signal.aborted) setState({ phase: "ready", action, plan });
    } catch (error) {
      if (!signal.aborted) setState({ phase: "check-failed", action, error });
    }
  };

  const settle = (before: Running, isStopped: boolean) => {
    void tell(before).catch((error: unknown) => notifyFailure(error));
    void refresh();
    onDone();
    // Everything happened as the confirmation had said, so there is nothing more to report.
    const isPlain = !isStopped && before.conflicts.length === 0;
    setState(isPlain ? { phase: "closed" } : { ...before, phase: "finished", isStopped });
  };

  const go = async (from: Running) => {
    const signal = start();
    let now = from;
    setState({ ...now, phase: "running", isStopping: false });
    try {
      const open = now.plan.edits.slice(now.done.length + now.conflicts.length);
      for await (const { done, unchanged, conflicts } of inParts(open, MAX_CHANGES, (part) =>
        make(from, part, signal),
      )) {
        now = {
          ...now,
          done: [...now.done, ...done],
          unchanged: now.unchanged + unchanged,
          conflicts: [...now.conflicts, ...conflicts],
        };
        setState({ ...now, phase: "running", isStopping: signal.aborted });
        if (signal.aborted) break;
      }
      settle(now, now.done.length + now.conflicts.length < now.plan.edits.length);
    } catch (error) {
      if (signal.aborted) settle(now, true);
      else setState({ ...now, phase: "failed", error });
    }
  };

  return {
    state,
    open: (action) => {
      if (action === "category") setState({ phase: "category" });
      else if (action === "field") {
        // If the service refused the value, the person can correct it.
        const last = state.phase === "check-failed" && state.action.kind === "field" ? state.action : undefined;
        setState({ phase: "field", last });
      } else void check(action);
    },
    run: () => {
      if (state.phase === "ready")
        void go({
          key: crypto.randomUUID(),
          action: state.action,
          plan: state.plan,
          done: [],
          unchanged: 0,
          conflicts: [],
        });
      else if (state.phase === "failed") void go(state);
      else if (state.phase === "check-failed") void check(state.action);
    },
    stop: () => {
      running.current?.abort();
      if (state.phase === "running") setState({ ...state, isStopping: true });
    },
    close: () => {
      running.current?.abort();
      if (state.phase === "failed") settle(state, true);
      setState({ phase: "closed" });
    },
  };
};
