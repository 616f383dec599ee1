import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;
/** How late a page may notice that a minute has passed. */
const LATE_MS = 10_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** All listeners share one timer, because a page shows up to a hundred times. */
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const one of listeners) one();
  }, LATE_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

const thisMinute = () => Math.floor(Date.now() / MINUTE_MS);

/** Renders a component again each minute, because a text such as "yesterday" becomes wrong while the page is open. */
export const useMinute = (): void => {
  useSyncExternalStore(subscribe, thisMinute, thisMinute);
};
