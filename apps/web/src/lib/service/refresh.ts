import type { Query } from "@tanstack/react-query";
import { queryClient } from "./query-client";

/**
 * Reads the feed of events up to this moment, and fetches everything again that the events concern. It rejects if the
 * feed cannot be read.
 */
type CatchUp = () => Promise<void>;

let follower: CatchUp | undefined;

/** @param catchUp - Undefined while the page does not follow the feed. */
export const refreshBy = (catchUp: CatchUp | undefined): void => {
  follower = catchUp;
};

export const isFollowed = ({ meta }: Query): boolean => meta?.concerns !== undefined;

/**
 * Fetches again what a change by this page may concern. The feed says what that is. If the page also fetched without
 * the feed, it would fetch everything twice.
 */
export const refresh = async (): Promise<void> => {
  if (follower === undefined) return queryClient.invalidateQueries();
  void queryClient.invalidateQueries({ predicate: (query) => !isFollowed(query) });
  try {
    await follower();
  } catch {
    await queryClient.invalidateQueries({ predicate: isFollowed });
  }
};
