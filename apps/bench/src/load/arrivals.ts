import { createRandom } from "../random.js";

/**
 * Draws the times at which requests are due, in milliseconds after the start. They are a Poisson process, which is the
 * same for every server.
 */
export const drawArrivals = (ratePerSecond: number, seconds: number, seed = 1): Float64Array => {
  const random = createRandom(seed);
  const times: number[] = [];
  const next = (after: number) => after - (Math.log(1 - random.next()) * 1000) / ratePerSecond;
  for (let at = next(0); at < seconds * 1000; at = next(at)) times.push(at);
  return Float64Array.from(times);
};
