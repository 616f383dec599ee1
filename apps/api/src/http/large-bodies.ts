import { largeBodyInProgress } from "../errors.js";

/** A larger body, or one of unknown length on a route that accepts larger ones, takes the only place for such bodies. */
const MAX_SHARED_BYTES = 1_048_576;

/** The place of a large body, held from before it is read until the work with it has ended. */
export type LargeBodyPlace = { readonly release: () => void };

export type TakeLargeBodyPlace = (length: string | undefined, limit: number) => LargeBodyPlace | undefined;

/**
 * One place, for the large bodies of one service. The function that takes it:
 * @param length - `Content-Length`, if there is one. @param limit - The largest body that the route accepts.
 * @returns undefined if the body needs no place: the body budget counts it.
 * @throws AppError 503 with `Retry-After` if another large body has the place.
 */
export const createLargeBodyPlace = (): TakeLargeBodyPlace => {
  let isTaken = false;
  return (length, limit) => {
    const bytes = length === undefined ? limit : Number(length);
    if (bytes <= MAX_SHARED_BYTES) return undefined;
    if (isTaken) throw largeBodyInProgress();
    isTaken = true;
    let isHeld = true;
    return {
      release: () => {
        if (isHeld) isTaken = false;
        isHeld = false;
      },
    };
  };
};
