import type { Logger } from "pino";
import type { Lane } from "../concurrency/lane.js";
import type { PeriodicTask } from "../concurrency/periodic-task.js";
import type { Database } from "../database/open-database.js";
import { AppError } from "../errors.js";
import type { Invalidation } from "../operation/cache-dependency.js";
import { createJobRunner } from "../operation/job-runner.js";
import { petChangeEventsOf } from "../operation/pet-change-events.js";
import type { ChangePets } from "./undo-pets.js";
import { STEP_SUBJECTS, undoStep } from "./undo-step.js";

type UndoDeps = {
  readonly database: Pick<Database, "db" | "pool">;
  readonly lane: Lane;
  readonly responseCache: Pick<Invalidation, "invalidate">;
  readonly log: Logger;
  readonly changePets: ChangePets;
};

/** Leaves what it is asked to change. */
const leave: ChangePets = async ({ body }) => ({
  body: { done: 0, left: body.map(({ id, from: now }) => ({ id, reason: "unfit", now })) },
});

/** Carries out the undos that `undoAction` has started. */
export const createUndoRunner = ({ database, lane, responseCache, log, changePets }: UndoDeps): PeriodicTask =>
  createJobRunner(database, lane, log, {
    name: "undos",
    intervalMs: 2_000,
    findSql: "SELECT id FROM action_undo WHERE status = 'running' ORDER BY id",
    runJob: async (inStep, id, isStopped) => {
      const usual = { changePets, most: STEP_SUBJECTS };
      let next = usual;
      while (!isStopped()) {
        const now = next;
        const step = await inStep((tx) => undoStep(now, tx, id)).catch((error: unknown) => {
          // One cannot be put back, such as a pet whose notes are too long: it is looked for, and left.
          if (!(error instanceof AppError)) throw error;
          return "refused" as const;
        });
        if (step === "refused") {
          next = now.most === 1 ? { changePets: leave, most: 1 } : { changePets, most: 1 };
          continue;
        }
        if (step === undefined) return;
        if (now.changePets === leave) next = usual;
        await responseCache.invalidate(petChangeEventsOf(step.entries));
        if (step.isLast) return;
      }
    },
  });
