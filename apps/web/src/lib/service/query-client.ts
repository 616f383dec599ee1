import { QueryClient } from "@tanstack/react-query";
import { type ApiError, isTemporary, mayPass, nextTryMs } from "./api-error";

const MAX_RETRIES = 2;
/** A person who sees nothing happen for longer than this is told why instead. */
const MAX_SILENCE_MS = 10_000;

/** Whether the same request may succeed so soon that nobody needs to be told. */
export const isBrief = (error: unknown): error is ApiError =>
  isTemporary(error) && (error.retryAfterMs ?? 0) <= MAX_SILENCE_MS;

/** Repeats a read that failed temporarily when the service says so, and a read that succeeded after `ms`, if given. */
export const refreshEvery = (ms: number | false) =>
  ({
    refetchInterval: ({ state: { error } }: { readonly state: { readonly error: Error | null } }) =>
      mayPass(error) ? nextTryMs(error) : ms,
  }) as const;

/** `Retry-After` if the answer had it, else twice as long each time, with jitter. */
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
      // The browser may think wrongly that it is offline; a request tells.
      networkMode: "always",
    },
    mutations: { networkMode: "always", retry: false },
  },
});

/**
 * What no event tells is asked for again every 15 s. The browser's own cache adds `If-None-Match`, and a 304 carries no
 * body; it keeps nothing that can name a person (`no-store`), which comes whole each time and is in the page's memory alone.
 */
export const polled = refreshEvery(15_000);
