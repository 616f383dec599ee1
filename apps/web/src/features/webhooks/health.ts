import type { WebhookDelivery, WebhookEndpoint } from "@petstore/contract/client";
import type { Tone } from "../../components/badge";
import { t } from "../../texts";

const { states, reasons, problems, deliveryStates } = t.webhooks;

type Labels = Readonly<Record<string, string | undefined>>;

type Health = keyof typeof states;

/**
 * Returns the health of an endpoint. An active endpoint whose last request failed differs from one that works. Later
 * versions of the service may have more states.
 */
export const healthOf = ({ state, failures }: Pick<WebhookEndpoint, "state" | "failures">): Health => {
  if (state === "active") return failures > 0 ? "failing" : "active";
  return state === "paused" ? "paused" : "disabled";
};

export const healthTones = {
  active: "accent",
  failing: "warning",
  paused: "danger",
  disabled: "neutral",
} as const satisfies Record<Health, Tone>;

/** Says why the endpoint is not active; undefined if it is active. */
export const reasonOf = ({ state, stateReason }: Pick<WebhookEndpoint, "state" | "stateReason">): string | undefined =>
  state === "active" ? undefined : ((reasons as Labels)[stateReason ?? ""] ?? reasons.other);

export const deliveryTones: Readonly<Record<string, Tone | undefined>> = {
  waiting: "info",
  delivered: "accent",
  failed: "danger",
};

export const deliveryState = ({ state }: Pick<WebhookDelivery, "state">): string =>
  (deliveryStates as Labels)[state] ?? state;

/** Describes the outcome of the last request: the status of the answer, or why there was no answer. */
export const outcomeOf = ({ status, problem }: Pick<WebhookDelivery, "status" | "problem">): string | undefined => {
  const why = problem === null ? undefined : ((problems as Labels)[problem] ?? problems.other);
  const answer = status === null ? undefined : t.webhooks.answered(status);
  return [why, answer].filter((text) => text !== undefined).join(" · ") || undefined;
};
