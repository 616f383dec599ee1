/** A window begins with a key's first request, and ends this much later. */
export const WINDOW_SECONDS = 60;

/** A request as it was counted. */
export type RequestCount = {
  /** Whether it is one too many. */
  readonly isOver: boolean;
  /** How many more the key may make in this window. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
  /** Takes the request out of the count. */
  giveBack(): void;
};

/** What is used of the limiters of rate-limiter-flexible. */
export type Limiter = {
  readonly points: number;
  penalty(key: string): Promise<{ readonly consumedPoints: number; readonly msBeforeNext: number }>;
  reward(key: string): Promise<unknown>;
};

export const countRequest = async (limiter: Limiter, key: string): Promise<RequestCount> => {
  // As `consume`, but that throws what else it answers once the limit is reached.
  const { consumedPoints, msBeforeNext } = await limiter.penalty(key);
  const endsAt = performance.now() + msBeforeNext;
  return {
    isOver: consumedPoints > limiter.points,
    remaining: Math.max(limiter.points - Math.max(consumedPoints, 1), 0),
    resetSeconds: Math.max(Math.ceil(msBeforeNext / 1000), 1),
    giveBack: () => {
      // In the next window it would be one more than that allows.
      if (performance.now() >= endsAt) return;
      // A Redis that has just gone has nothing to be given back to.
      limiter.reward(key).catch(() => {});
    },
  };
};
