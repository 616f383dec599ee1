import type { Query } from "../../database/query.js";

/** How many faulty rows a problem lists. All of them are counted. */
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
  /** A sentence that is true if the check finds no problem. */
  readonly verifies: string;
  /** @param onProgress - Is called with the part of the work that is done, from 0 to 1. */
  readonly run: (query: Query, onProgress: (part: number) => void) => Promise<readonly Problem[]>;
  /**
   * Repairs the problems that the check finds, if there is only one right way.
   * @returns A sentence that names the repairs, or undefined if there was nothing to repair.
   */
  readonly mend?: (query: Query) => Promise<string | undefined>;
};

/** Describes a single problem that is not a number of rows. */
export const problem = (place: string, rule: string, remedy: string): Problem => ({
  place,
  rule,
  remedy,
  count: 1,
  examples: [],
});
