import type { WebhookDelivery, WebhookEndpoint } from "@petstore/contract/routes";
import type { Attempt } from "./attempt.js";
import {
  GIVE_UP_AFTER,
  LONGEST_HOLD,
  nextAttemptAt,
  nextProbeAt,
  PAUSE_AFTER,
  retryAfterMs,
} from "./retry-schedule.js";

/** What attempts change of an endpoint. */
export type Health = Pick<WebhookEndpoint, "state" | "stateReason" | "failures"> &
  Readonly<Record<"failingSince" | "lastSuccessAt" | "nextProbeAt", Date | null>>;

/** What an attempt changes of a delivery, beside what it measured. */
type Progress = {
  readonly state: WebhookDelivery["state"];
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
};

export type Outcome = {
  readonly health: Health;
  readonly progress: Progress;
  /** No request to the endpoint before. */
  readonly holdUntil: Date | undefined;
};

const stateOf = ({ failures, failingSince }: Pick<Health, "failures" | "failingSince">, { problem, at }: Attempt) => {
  if (problem === "gone" || problem === "secret") return { state: "disabled", stateReason: problem } as const;
  if (failingSince !== null && at.getTime() - failingSince.getTime() >= GIVE_UP_AFTER)
    return { state: "disabled", stateReason: "failing_for_days" } as const;
  if (failures >= PAUSE_AFTER) return { state: "paused", stateReason: "failures" } as const;
  return { state: "active", stateReason: null } as const;
};

const recovered = ({ at }: Attempt): Health => ({
  state: "active",
  stateReason: null,
  failures: 0,
  failingSince: null,
  nextProbeAt: null,
  lastSuccessAt: at,
});

/**
 * What becomes of an endpoint and a delivery. A trial of a paused endpoint costs the delivery no attempt: an outage loses
 * nothing.
 * @param attempts - Those of the delivery so far.
 */
export const outcomeOf = (before: Health, attempts: number, done: Attempt, random = Math.random): Outcome => {
  if (done.problem === null) {
    const progress = { state: "delivered", attempts: attempts + 1, nextAttemptAt: null };
    return { health: recovered(done), progress, holdUntil: undefined };
  }
  const failures = before.failures + 1;
  const failingSince = before.failingSince ?? done.at;
  const state = stateOf({ failures, failingSince }, done);
  const waitMs = retryAfterMs(done.retryAfter, done.at);
  const isProbe = before.state === "paused" || done.problem === "secret";
  const used = isProbe ? attempts : attempts + 1;
  const next = isProbe ? done.at : nextAttemptAt(used, done.at, waitMs, random);
  return {
    health: {
      ...state,
      failures,
      failingSince,
      lastSuccessAt: before.lastSuccessAt,
      nextProbeAt: state.state === "paused" ? nextProbeAt(failures, done.at, waitMs) : null,
    },
    progress: { state: next === null ? "failed" : "waiting", attempts: used, nextAttemptAt: next },
    holdUntil: waitMs === 0 ? undefined : new Date(done.at.getTime() + Math.min(waitMs, LONGEST_HOLD)),
  };
};
