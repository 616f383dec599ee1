import type { ApiKey } from "@petstore/contract/client";

const SOON_MS = 14 * 86_400_000;

export type WatchedKey = {
  readonly key: ApiKey;
  /** null unless it ends soon. */
  readonly endsAt: string | null;
  readonly calls: number;
  /** The deprecated operations that it calls. */
  readonly operations: readonly string[];
};

/** Keys that end within 14 days, the first to end before the others, then those that call what is deprecated. */
export const keysToWatch = (keys: readonly ApiKey[], now: number): readonly WatchedKey[] =>
  keys
    .map(
      (key): WatchedKey => ({
        key,
        endsAt: key.expiresAt !== null && Date.parse(key.expiresAt) - now < SOON_MS ? key.expiresAt : null,
        calls: key.deprecatedCalls.reduce((sum, { count }) => sum + count, 0),
        operations: [...new Set(key.deprecatedCalls.map(({ operationId }) => operationId))],
      }),
    )
    .filter(({ endsAt, calls }) => endsAt !== null || calls > 0)
    .toSorted((a, b) => (a.endsAt ?? "9").localeCompare(b.endsAt ?? "9") || b.calls - a.calls);
