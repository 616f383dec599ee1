import { QueryClient } from "@tanstack/react-query";
import { type ApiError, isTemporary, mayPass, nextTryMs } from "./api-error";

const MAX_RETRIES = 2;
/** If nothing happens for longer than this, the person is told why. */
const MAX_SILENCE_MS = 10_000;

/** Whether the same request may succeed so soon that nobody needs to be told. */
export const isBrief = (error: unknown): error is ApiError =>
  isTemporary(error) && (error.retryAfterMs ?? 0) <= MAX_SILENCE_MS;

/**
 * Returns when a query is fetched again. After a temporary failure, the service says when. After a success, it is after
 * `ms`, if that is given.
 */
export const refreshEvery = (ms: number | false) =>
  ({
    refetchInterval: ({ state: { error } }: { readonly state: { readonly error: Error | null } }) =>
      mayPass(error) ? nextTryMs(error) : ms,
  }) as const;

/** Returns `Retry-After` if the answer had it. Otherwise the delay doubles each time, with jitter. */
export const retryDelay = (failures: number, error: unknown): number => {
  const asked = isTemporary(error) ? error.retryAfterMs : null;
  return asked ?? 500 * 2 ** failures * (0.5 + Math.random());
};

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < MAX_RETRIES && isBrief(error),
      ...refreshEvery(false),
      retryDelay,
      staleTime: 5_000,
      // A browser may wrongly believe that it is offline, so requests are sent anyway.
      networkMode: "always",
    },
    mutations: { networkMode: "always", retry: false },
  },
});

/**
 * Data whose changes cause no events is fetched again every 15 s. The browser's own cache adds `If-None-Match`, and a
 * 304 has no body. That cache does not keep data that can name a person (`no-store`), which is sent in full each time
 * and is kept only in the memory of the page.
 */
export const polled = refreshEvery(15_000);
