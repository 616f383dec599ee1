import type { Plan } from "./job.js";

/**
 * Returns a function that supplies the requests of a plan.
 * @returns The next request, or undefined after the last one of a plan that runs once.
 */
export const createSupply = ({ requests, sequence, isOnce = false }: Plan) => {
  const buffers = requests.map((request) => Buffer.from(request, "latin1"));
  const length = sequence?.length ?? buffers.length;
  let next = 0;
  return (): Buffer | undefined => {
    if (next === length) {
      if (isOnce) return undefined;
      next = 0;
    }
    const index = next++;
    return buffers[sequence?.[index] ?? index];
  };
};
