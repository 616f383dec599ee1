export const WINDOW_SECONDS = 60;

export type RateLimitResult = {
  readonly isOver: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
  refund(): void;
};

type RequestLimit = { readonly points: number; readonly seconds: number };

type Counted = { readonly consumedPoints: number; readonly msBeforeNext: number };

const toRateLimitResult = (
  { points, seconds }: RequestLimit,
  { consumedPoints, msBeforeNext }: Counted,
  refund: () => void,
): RateLimitResult => ({
  isOver: consumedPoints > points,
  remaining: Math.max(points - Math.max(consumedPoints, 1), 0),
  // Because of rounding, the difference of two clock readings may be 60,000.1 ms in a window of 60 seconds.
  resetSeconds: Math.min(Math.max(Math.ceil(msBeforeNext / 1000), 1), seconds),
  refund,
});

export type CounterOptions = RequestLimit & { readonly name: string };

export type Counter = {
  /** @param more - The amount to add to the count; 1 by default. */
  add(key: string, more?: number): RateLimitResult | Promise<RateLimitResult>;
  clear(key: string): Promise<void>;
};

type Window = { count: number; readonly endsAt: number };

type FixedWindows = {
  add(key: string, more: number, seconds: number): { readonly window: Window; readonly msBeforeNext: number };
  clear(key: string): void;
};

/**
 * Counts synchronously. The memory store of rate-limiter-flexible would add a tenth to the cost of a cached response.
 */
export const createFixedWindows = (): FixedWindows => {
  const windows = new Map<string, Window>();
  const start = (key: string, now: number, ms: number): Window => {
    const window = { count: 0, endsAt: now + ms };
    windows.set(key, window);
    // If the process paused, the key may already have a later window.
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

export const openMemoryCounter = ({ points, seconds }: CounterOptions): Counter => {
  const windows = createFixedWindows();
  return {
    add: (key, more = 1) => {
      const { window, msBeforeNext } = windows.add(key, more, seconds);
      const refund = () => void (window.count -= more);
      return toRateLimitResult({ points, seconds }, { consumedPoints: window.count, msBeforeNext }, refund);
    },
    clear: async (key) => windows.clear(key),
  };
};

/** A limiter that keeps its counts in another process. */
type Limiter = RequestLimit & {
  penalty(key: string, more: number): Promise<Counted>;
  reward(key: string, less: number): Promise<unknown>;
};

const count = async (limiter: Limiter, key: string, more: number): Promise<RateLimitResult> => {
  // `consume` would reject once the limit is reached.
  const counted = await limiter.penalty(key, more);
  const endsAt = performance.now() + counted.msBeforeNext;
  return toRateLimitResult(limiter, counted, () => {
    // A refund to the next window would allow one request too many.
    if (performance.now() >= endsAt) return;
    limiter.reward(key, more).catch(() => {});
  });
};

type Presence = {
  readonly isAway: () => boolean;
  readonly noteAway: (error: unknown) => void;
  readonly noteBack: () => void;
};

/** Reports once when the store of a limiter becomes unreachable, and once when it is back. */
export const createPresence = (onAway: (error: unknown) => void, onBack: () => void): Presence => {
  let isAway = false;
  return {
    isAway: () => isAway,
    noteAway: (error) => {
      if (!isAway) onAway(error);
      isAway = true;
    },
    noteBack: () => {
      if (isAway) onBack();
      isAway = false;
    },
  };
};

/** Counts in the store of the limiter. While the store is unreachable, this process counts by itself. */
export const addShared =
  (
    limiter: Limiter,
    local: Pick<Counter, "add">,
    isThere: () => boolean,
    { noteAway, noteBack }: Omit<Presence, "isAway">,
  ) =>
  async (key: string, more = 1): Promise<RateLimitResult> => {
    if (!isThere()) return local.add(key, more);
    try {
      const counted = await count(limiter, key, more);
      noteBack();
      return counted;
    } catch (error) {
      noteAway(error);
      return local.add(key, more);
    }
  };
