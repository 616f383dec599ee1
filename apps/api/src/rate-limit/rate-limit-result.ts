export const WINDOW_SECONDS = 60;

export type RateLimitResult = {
  readonly isOver: boolean;
  readonly remaining: number;
  /** At least 1. */
  readonly resetSeconds: number;
  /** Takes the request out of the count. */
  refund(): void;
};

export type RequestLimit = { readonly points: number; readonly seconds: number };

type Counted = { readonly consumedPoints: number; readonly msBeforeNext: number };

/** @param refund - Takes one out of the window. */
export const toRateLimitResult = (
  { points, seconds }: RequestLimit,
  { consumedPoints, msBeforeNext }: Counted,
  refund: () => void,
): RateLimitResult => ({
  isOver: consumedPoints > points,
  remaining: Math.max(points - Math.max(consumedPoints, 1), 0),
  // The sum of two clocks may leave 60,000.1 ms of a window of 60 seconds.
  resetSeconds: Math.min(Math.max(Math.ceil(msBeforeNext / 1000), 1), seconds),
  refund,
});

export type Limiter = RequestLimit & {
  penalty(key: string): Promise<Counted>;
  reward(key: string): Promise<unknown>;
};

export const countRequest = async (limiter: Limiter, key: string): Promise<RateLimitResult> => {
  // Not `consume`, which rejects once the limit is reached.
  const counted = await limiter.penalty(key);
  const endsAt = performance.now() + counted.msBeforeNext;
  return toRateLimitResult(limiter, counted, () => {
    // In the next window the refund would allow one request too many.
    if (performance.now() >= endsAt) return;
    limiter.reward(key).catch(() => {});
  });
};
