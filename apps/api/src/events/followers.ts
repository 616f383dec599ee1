import type { Flow } from "../concurrency/fair-queue.js";
import { serviceUnavailable, tooManyWaiting } from "../errors.js";

/** A client that follows the feed, with a stream or with a request that waits. */
export type Follower = {
  readonly kind: "stream" | "wait";
  readonly flow: Flow;
  /** The position that the follower has reached. */
  position: number;
};

type FollowerLimits = { readonly perKey: number; readonly perProcess: number };

const usual: FollowerLimits = { perKey: 50, perProcess: 2_000 };
const RETRY_SECONDS = 5;

/**
 * Counts and limits followers, because each uses memory and processor time for every event, for as long as it stays
 * connected.
 */
export const createFollowers = ({ perKey, perProcess }: FollowerLimits = usual) => {
  const all = new Set<Follower>();
  const keys = new Map<string, number>();
  const count = (key: string, by: 1 | -1) => {
    const sum = (keys.get(key) ?? 0) + by;
    if (sum === 0) keys.delete(key);
    else keys.set(key, sum);
  };
  return {
    all: all as ReadonlySet<Follower>,
    /** @throws AppError 429 or 503 */
    enter: (follower: Follower): void => {
      if ((keys.get(follower.flow.key) ?? 0) >= perKey) throw tooManyWaiting(perKey, RETRY_SECONDS);
      if (all.size >= perProcess) throw serviceUnavailable(undefined, RETRY_SECONDS);
      all.add(follower);
      count(follower.flow.key, 1);
    },
    leave: (follower: Follower): void => {
      if (all.delete(follower)) count(follower.flow.key, -1);
    },
  };
};

export type Followers = ReturnType<typeof createFollowers>;
