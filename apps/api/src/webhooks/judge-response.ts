import type { WebhookDelivery, WebhookEndpoint } from "@petstore/contract/routes";
import type { Response } from "./attempt.js";
import {
  GIVE_UP_AFTER,
  LONGEST_HOLD,
  nextAttemptAt,
  nextProbeAt,
  PAUSE_AFTER,
  retryAfterMs,
} from "./retry-schedule.js";

/** The fields of an endpoint that attempts change. */
export type Health = Pick<WebhookEndpoint, "status" | "statusReason" | "failures"> &
  Readonly<Record<"failingSince" | "lastSuccessAt" | "nextProbeAt", Date | null>>;

/** The fields of a delivery that an attempt changes, apart from its measurements. */
export type Progress = {
  readonly status: WebhookDelivery["status"];
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
};

const statusOf = ({ failures, failingSince }: Pick<Health, "failures" | "failingSince">, { problem, at }: Response) => {
  if (problem === "gone" || problem === "secret") return { status: "disabled", statusReason: problem } as const;
  if (failingSince !== null && at.getTime() - failingSince.getTime() >= GIVE_UP_AFTER)
    return { status: "disabled", statusReason: "failing_for_days" } as const;
  if (failures >= PAUSE_AFTER) return { status: "paused", statusReason: "failures" } as const;
  return { status: "active", statusReason: null } as const;
};

const recovered = ({ at }: Response): Health => ({
  status: "active",
  statusReason: null,
  failures: 0,
  failingSince: null,
  nextProbeAt: null,
  lastSuccessAt: at,
});

/**
 * Decides what happens to an endpoint and a delivery after a response. A trial of a paused endpoint does not use up an
 * attempt of the delivery, so that an outage loses nothing.
 * @param attempts - The attempts of the delivery so far.
 */
export const judgeResponse = (
  before: Health,
  attempts: number,
  response: Response,
  random = Math.random,
): {
  readonly health: Health;
  readonly progress: Progress;
  /** No request is sent to the endpoint before this time. */
  readonly holdUntil: Date | undefined;
} => {
  if (response.problem === null) {
    const progress = { status: "delivered", attempts: attempts + 1, nextAttemptAt: null };
    return { health: recovered(response), progress, holdUntil: undefined };
  }
  const failures = before.failures + 1;
  const failingSince = before.failingSince ?? response.at;
  const status = statusOf({ failures, failingSince }, response);
  const waitMs = retryAfterMs(response.retryAfter, response.at);
  const isProbe = before.status === "paused" || response.problem === "secret";
  const used = isProbe ? attempts : attempts + 1;
  const next = isProbe ? response.at : nextAttemptAt(used, response.at, waitMs, random);
  return {
    health: {
      ...status,
      failures,
      failingSince,
      lastSuccessAt: before.lastSuccessAt,
      nextProbeAt: status.status === "paused" ? nextProbeAt(failures, response.at, waitMs) : null,
    },
    progress: { status: next === null ? "failed" : "waiting", attempts: used, nextAttemptAt: next },
    holdUntil: waitMs === 0 ? undefined : new Date(response.at.getTime() + Math.min(waitMs, LONGEST_HOLD)),
  };
};
