import type { Query } from "../../database/query.js";

/** How many faulty rows a problem lists. It counts all of them. */
export const MAX_EXAMPLES = 20;

export type Problem = {
  /** The place of the problem: a table, a column or another object of the schema. */
  readonly place: string;
  readonly rule: string;
  readonly remedy: string;
  readonly count: number;
  readonly examples: readonly string[];
};

export type StoreCheck = {
  readonly name: string;
  /** A sentence that is true if the check finds nothing. */
  readonly verifies: string;
  /** @param onProgress - Gets the finished part of the work, from 0 to 1. */
  readonly run: (query: Query, onProgress: (part: number) => void) => Promise<readonly Problem[]>;
  /**
   * Mends what the check finds, if no person has to decide. @returns A sentence about what it has mended, or undefined
   * for nothing.
   */
  readonly mend?: (query: Query) => Promise<string | undefined>;
};

/** Describes one thing that is wrong, instead of a number of rows. */
export const problem = (place: string, rule: string, remedy: string): Problem => ({
  place,
  rule,
  remedy,
  count: 1,
  examples: [],
});
