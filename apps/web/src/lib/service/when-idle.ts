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

const signsOfUse = ["pointermove", "pointerdown", "wheel", "keydown"] as const;

/** The longest time that a page waits for a sign that somebody uses it. */
const UNUSED_MS = 30_000;

let firstUse: Promise<void> | undefined;

const waitForUse = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = new AbortController();
    const end = () => {
      clearTimeout(timer);
      stop.abort();
      resolve();
    };
    const timer = setTimeout(end, UNUSED_MS);
    for (const sign of signsOfUse) addEventListener(sign, end, { capture: true, passive: true, signal: stop.signal });
  });

/**
 * Runs a function when the page is idle after somebody has begun to use it, or after half a minute. Only a person needs
 * menus and dialogs, so a page that nobody has touched yet does not fetch them.
 */
export const whenUsed = (run: () => void): void => {
  firstUse ??= waitForUse();
  void firstUse.then(() => whenIdle(run));
};
