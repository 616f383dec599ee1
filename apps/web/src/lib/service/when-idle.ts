import { queryClient } from "./query-client";

// Some versions of Safari lack `requestIdleCallback`.
const nextIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 100));

const LOOK_MS = 100;

const isShown = () =>
  document.querySelector("h1") !== null &&
  document.querySelector("[data-loading]") === null &&
  queryClient.isFetching() === 0;

/**
 * Runs a function once the page shows and has its answers. On a slow connection, work that is not urgent must not delay
 * them.
 */
export const whenIdle = (run: () => void): void =>
  void setTimeout(() => nextIdle(() => (isShown() ? run() : whenIdle(run))), LOOK_MS);
