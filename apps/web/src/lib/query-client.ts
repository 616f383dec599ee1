import { QueryClient } from "@tanstack/react-query";
import { isTemporary } from "./api-error";

const MAX_RETRIES = 2;

/** `Retry-After` if the answer had it, else twice as long each time, with jitter. */
export const retryDelay = (failures: number, error: unknown): number => {
  const asked = isTemporary(error) ? error.retryAfterMs : null;
  return asked ?? 500 * 2 ** failures * (0.5 + Math.random());
};

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < MAX_RETRIES && isTemporary(error),
      retryDelay,
      staleTime: 5_000,
      // The browser may think wrongly that it is offline; a request tells.
      networkMode: "always",
    },
    mutations: { networkMode: "always", retry: false },
  },
});

/** A visible list asks again every 15 s; the browser's own cache adds `If-None-Match`, and a 304 carries no body. */
export const live = { refetchInterval: 15_000 } as const;
