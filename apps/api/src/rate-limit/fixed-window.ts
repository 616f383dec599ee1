type Window = { count: number; readonly endsAt: number };

export type FixedWindows = {
  add(key: string, more: number, seconds: number): { readonly window: Window; readonly msBeforeNext: number };
  clear(key: string): void;
};

/** Synchronous: rate-limiter-flexible's memory store costs a tenth of a cached response. */
export const createFixedWindows = (): FixedWindows => {
  const windows = new Map<string, Window>();
  const start = (key: string, now: number, ms: number): Window => {
    const window = { count: 0, endsAt: now + ms };
    windows.set(key, window);
    // After a pause of the process the key may have a later window.
    setTimeout(() => windows.get(key) === window && windows.delete(key), ms).unref();
    return window;
  };
  return {
    add: (key, more, seconds) => {
      const now = performance.now();
      const known = windows.get(key);
      const window = known !== undefined && now < known.endsAt ? known : start(key, now, seconds * 1000);
      window.count += more;
      return { window, msBeforeNext: window.endsAt - now };
    },
    clear: (key) => void windows.delete(key),
  };
};
