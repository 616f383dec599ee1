export type Engine = {
  readonly title: string;
  /** Finds animals. @returns Their external ids, the best one first. */
  search(q: string): Promise<readonly string[]>;
};

/** The number of results that an engine returns. */
export const RESULTS = 5;
