import { DAY_MS } from "../../lib/text/local-days";
import type { ApiKey, ApiKeyStatus } from "@petstore/contract/client";
import type { Tone } from "../../components/badge";

const SOON_MS = 14 * DAY_MS;

/** The state as the service sees it: a revoked key stays revoked after its expiry. */
export const stateOf = ({ revokedAt, expiresAt }: ApiKey, now = Date.now()): ApiKeyStatus => {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= now ? "expired" : "active";
};

/** Whether a key that works has at most 14 days left. */
export const isEndingSoon = (key: ApiKey, now = Date.now()): boolean =>
  stateOf(key, now) === "active" && key.expiresAt !== null && Date.parse(key.expiresAt) - now <= SOON_MS;

export const oldCallsOf = ({ deprecatedCalls }: ApiKey): number =>
  deprecatedCalls.reduce((sum, { count }) => sum + count, 0);

export const stateTones = { active: "accent", expired: "warning", revoked: "neutral" } as const satisfies Record<
  ApiKeyStatus,
  Tone
>;
