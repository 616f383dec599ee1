/** A window begins with a key's first request, and ends this much later. */
export const WINDOW_SECONDS = 60;

/** A request as it was counted. */
export type RateLimitResult = {
  /** Whether it is one too many. */
  readonly isOver: boolean;
  /** How many more the key may make in this window. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
  /** Takes the request out of the count. */
  refund(): void;
};

/** What a request is counted against. */
export type RequestLimit = { readonly points: number; readonly seconds: number };

/** What a counter knows of a key's window once a request is counted in it. */
type Counted = { readonly consumedPoints: number; readonly msBeforeNext: number };

/** @param refund - Takes one out of the window. */
export const toRateLimitResult = (
  { points, seconds }: RequestLimit,
  { consumedPoints, msBeforeNext }: Counted,
  refund: () => void,
): RateLimitResult => ({
  isOver: consumedPoints > points,
  remaining: Math.max(points - Math.max(consumedPoints, 1), 0),
  // A window of 60 seconds may have 60,000.1 ms left, by the sum of two clocks.
  resetSeconds: Math.min(Math.max(Math.ceil(msBeforeNext / 1000), 1), seconds),
  refund,
});

/** What is used of the limiters that count elsewhere, as rate-limiter-flexible's with Redis do. */
export type Limiter = RequestLimit & {
  penalty(key: string): Promise<Counted>;
  reward(key: string): Promise<unknown>;
};

export const countRequest = async (limiter: Limiter, key: string): Promise<RateLimitResult> => {
  // As `consume`, but that throws what else it answers once the limit is reached.
  const counted = await limiter.penalty(key);
  const endsAt = performance.now() + counted.msBeforeNext;
  return toRateLimitResult(limiter, counted, () => {
    // In the next window it would be one more than that allows.
    if (performance.now() >= endsAt) return;
    // A Redis that has just gone has nothing to be given back to.
    limiter.reward(key).catch(() => {});
  });
};
