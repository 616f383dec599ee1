import type { Logger } from "pino";
import { type AppError, invalidAt, webhookRefused } from "../errors.js";
import { checkTarget, TargetRefused, type Target, type TargetRules } from "./check-target.js";

/** A refused target is logged with its reason for the operator. The client only gets the rule. */
export type TargetDeps = { readonly webhookTargets: TargetRules; readonly log: Pick<Logger, "info"> };

const CHECK_MS = 5_000;

const requireAllowed = async (
  { webhookTargets, log }: TargetDeps,
  url: string,
  toError: (rule: string) => AppError,
): Promise<Target> => {
  try {
    return await checkTarget(url, webhookTargets, AbortSignal.timeout(CHECK_MS));
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    log.info({ host: new URL(url).host, problem: error.problem }, "The URL of a webhook was refused.");
    throw toError(error.rule);
  }
};

/** @throws AppError 400 if the URL in a body is refused */
export const requireTarget = (deps: TargetDeps, url: string): Promise<Target> =>
  requireAllowed(deps, url, (rule) => invalidAt("body.url", rule));

/** @throws AppError 409 if the URL of an endpoint is refused */
export const requireTargetOf = (deps: TargetDeps, endpointId: number, url: string): Promise<Target> =>
  requireAllowed(deps, url, (rule) => webhookRefused(endpointId, rule));
