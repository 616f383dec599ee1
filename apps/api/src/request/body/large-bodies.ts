import { largeBodyInProgress, requestTimeout } from "../../errors.js";
import { keyedBodies, openRoom, type OpenBodyRoom } from "./body-budget.js";

/**
 * Once more bytes than this have arrived, a body no longer counts in the shared budget, and needs the single place for
 * large bodies.
 */
export const MAX_SHARED_BYTES = 1_048_576;
/**
 * The lowest rate at which a body in the place must arrive. A client at half of this rate could not even send the
 * shared part within the server's limit of 30 s.
 */
const MIN_BYTES_PER_WINDOW = 327_680;
const WINDOW_MS = 5_000;
/**
 * The place stays reserved for the time in `Retry-After`, and for the time to send the shared part again at 350 KB/s. A
 * client that does not return delays others for this long.
 */
const RESERVED_MS = 8_000;

export type LargeBodyPlace = {
  /** @throws AppError 503 with `Retry-After` if the place is taken, or another account has waited for it longer. */
  readonly check: (account: string) => void;
  /** @returns A function that frees the place. @throws AppError as `check` does. */
  readonly take: (account: string) => () => void;
};

/**
 * Creates the single place of a service for large bodies. Refused accounts get it in the order in which they were first
 * refused, if they send their request again in time.
 */
export const createLargeBodyPlace = (now: () => number = () => performance.now()): LargeBodyPlace => {
  let holder: string | undefined;
  /**
   * When the turn of each account expires. The entries of a Map stay in the order of insertion, even if a value
   * changes.
   */
  const waiting = new Map<string, number>();
  const check = (account: string) => {
    for (const [one, expiresAt] of waiting) if (expiresAt <= now()) waiting.delete(one);
    const [next = account] = waiting.keys();
    if (holder === undefined && next === account) return;
    if (holder !== account) waiting.set(account, now() + RESERVED_MS);
    throw largeBodyInProgress();
  };
  return {
    check,
    take: (account) => {
      check(account);
      waiting.delete(account);
      holder = account;
      let isHeld = true;
      return () => {
        if (isHeld) holder = undefined;
        isHeld = false;
      };
    },
  };
};

/**
 * @param length - The value of `Content-Length`, if there is one. A body that is too large for the shared memory is
 * refused before it is read.
 */
export const openLargeRoom =
  (place: LargeBodyPlace, account: string, length: string | undefined): OpenBodyRoom =>
  (refuse) => {
    if (Number(length ?? 0) > MAX_SHARED_BYTES) place.check(account);
    const shared = openRoom(keyedBodies, account);
    let free: (() => void) | undefined;
    let pace: NodeJS.Timeout | undefined;
    let total = 0;
    const watchPace = () => {
      let before = total;
      pace = setInterval(() => {
        if (total - before < MIN_BYTES_PER_WINDOW) refuse(requestTimeout());
        before = total;
      }, WINDOW_MS);
    };
    return {
      hold: (bytes, arrived) => {
        total = arrived;
        if (free !== undefined) return;
        if (bytes <= MAX_SHARED_BYTES) return shared.hold(bytes, arrived);
        free = place.take(account);
        shared.release();
        watchPace();
      },
      finish: () => clearInterval(pace),
      release: () => {
        clearInterval(pace);
        shared.release();
        free?.();
      },
    };
  };
