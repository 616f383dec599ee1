import { type AppError, invalidRequest, webhookRefused } from "../errors.js";
import { checkTarget, type Resolve, TargetRefused, type Target } from "./check-target.js";
import type { BlockList } from "node:net";

/** Who asks and who sends checks targets with these. */
export type TargetRules = { readonly allowed: BlockList; readonly resolve: Resolve };

const CHECK_MS = 5_000;

const refuse = (error: unknown, toError: (rule: string) => AppError): never => {
  throw error instanceof TargetRefused ? toError(error.rule) : error;
};

/** @throws AppError 400 for a URL of a body */
export const requireTarget = (rules: TargetRules, url: string): Promise<Target> =>
  checkTarget(url, rules, AbortSignal.timeout(CHECK_MS)).catch((error: unknown) =>
    refuse(error, (rule) => invalidRequest(`body.url ${rule}`)),
  );

/** @throws AppError 409 for the URL of an endpoint */
export const requireTargetOf = (rules: TargetRules, endpointId: number, url: string): Promise<Target> =>
  checkTarget(url, rules, AbortSignal.timeout(CHECK_MS)).catch((error: unknown) =>
    refuse(error, (rule) => webhookRefused(endpointId, rule)),
  );
