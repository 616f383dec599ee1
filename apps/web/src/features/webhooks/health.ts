import type { WebhookDelivery, WebhookEndpoint } from "@petstore/contract/client";
import type { Tone } from "../../components/badge";
import { webhooks } from "../../texts/webhooks";

const { states, reasons, problems, deliveryStates } = webhooks;

type Labels = Readonly<Record<string, string | undefined>>;

type Health = keyof typeof states;

/**
 * Returns the health of an endpoint. An active endpoint whose last request failed differs from one that works. Later
 * versions of the service may have more states.
 */
export const healthOf = ({ status, failures }: Pick<WebhookEndpoint, "status" | "failures">): Health => {
  if (status === "active") return failures > 0 ? "failing" : "active";
  return status === "paused" ? "paused" : "disabled";
};

export const healthTones = {
  active: "accent",
  failing: "warning",
  paused: "danger",
  disabled: "neutral",
} as const satisfies Record<Health, Tone>;

/** Says why the endpoint is not active; undefined if it is active. */
export const reasonOf = ({
  status,
  statusReason,
}: Pick<WebhookEndpoint, "status" | "statusReason">): string | undefined =>
  status === "active" ? undefined : ((reasons as Labels)[statusReason ?? ""] ?? reasons.other);

export const deliveryTones: Readonly<Record<string, Tone | undefined>> = {
  waiting: "info",
  delivered: "accent",
  failed: "danger",
};

export const deliveryState = ({ status }: Pick<WebhookDelivery, "status">): string =>
  (deliveryStates as Labels)[status] ?? status;

/** Describes the outcome of the last request: the status of the answer, or why there was no answer. */
export const outcomeOf = ({
  responseStatus,
  problem,
}: Pick<WebhookDelivery, "responseStatus" | "problem">): string | undefined => {
  const why = problem === null ? undefined : ((problems as Labels)[problem] ?? problems.other);
  const answer = responseStatus === null ? undefined : webhooks.answered(responseStatus);
  return [why, answer].filter((text) => text !== undefined).join(" · ") || undefined;
};
