import RateLimiterMemory from "rate-limiter-flexible/lib/RateLimiterMemory.js";
import type { Count, CountNote } from "./messages.js";

/** Counts in the primary, for all workers. How much is allowed, they know. */
export const createCounting = () => {
  const limiter = new RateLimiterMemory({ points: 1, duration: 1 });
  const count = async ([key, seconds, by]: CountNote): Promise<Count> => {
    if (by === 0) {
      await limiter.delete(key);
      return [0, 0];
    }
    const { consumedPoints, msBeforeNext } = await limiter.penalty(key, by, { customDuration: seconds });
    return [consumedPoints, msBeforeNext];
  };
  return (notes: readonly CountNote[]): Promise<Count[]> => Promise.all(notes.map(count));
};
