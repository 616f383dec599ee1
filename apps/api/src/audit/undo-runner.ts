import type { Lane } from "../concurrency/lane.js";
import type { PeriodicTask } from "../concurrency/periodic-task.js";
import { createJobRunner, type JobDeps } from "../operation/job-runner.js";
import { type Invalidation, petChangeEventsOf } from "../operation/cache-invalidation.js";
import { type StepLimits, stepLimits } from "./undo-events.js";
import type { ChangePets } from "./undo-pets.js";
import { type PutBacks, RefusedStep, undoStep } from "./undo-step.js";

type UndoDeps = JobDeps & {
  readonly lane: Lane;
  readonly responseCache: Pick<Invalidation, "invalidate">;
  readonly changePets: ChangePets;
  readonly putBacks: PutBacks;
  /** The limits of a step. Tests set smaller ones. */
  readonly limits?: StepLimits;
};

/** Runs the undos that `undoAction` has started. */
export const createUndoRunner = ({
  lane,
  responseCache,
  changePets,
  putBacks,
  limits = stepLimits,
  ...deps
}: UndoDeps): PeriodicTask => {
  const usual = { changePets, putBacks, limits, isLeft: false };
  /** The size of the next step for undos whose last step failed. It was found by halving. */
  const kept = new Map<string, typeof usual>();
  return createJobRunner(deps, lane, {
    kind: "undo",
    intervalMs: 2_000,
    unfinished: { table: "action_undo", condition: "status = 'running'" },
    runJob: async (inStep, id, isStopped) => {
      let next = kept.get(id) ?? usual;
      kept.delete(id);
      while (!isStopped()) {
        const now = next;
        const step = await inStep((tx) => undoStep(now, tx, id)).catch((error: unknown) => {
          if (error instanceof RefusedStep) return error;
          kept.set(id, now);
          throw error;
        });
        if (step instanceof RefusedStep) {
          // A subject may be impossible to restore, for example a pet whose notes are too long. The steps are halved
          // until only this subject is left, which is then skipped.
          const subjects = Math.max(1, Math.floor(step.subjects / 2));
          next = { ...usual, limits: { ...limits, subjects }, isLeft: step.subjects === 1 };
          continue;
        }
        if (step === undefined) return;
        if (now.isLeft && step.tried > 0) next = usual;
        await responseCache.invalidate(petChangeEventsOf(step.entries));
        if (step.isLast) return;
      }
    },
  });
};
