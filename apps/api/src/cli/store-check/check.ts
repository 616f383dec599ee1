import type { Query } from "../../database/query.js";

/** How many faulty rows a problem names; it counts all. */
export const MAX_EXAMPLES = 20;

export type Problem = {
  /** What is wrong where: a table, a column, an object of the schema. */
  readonly place: string;
  readonly rule: string;
  readonly remedy: string;
  readonly count: number;
  readonly examples: readonly string[];
};

export type StoreCheck = {
  readonly name: string;
  /** What holds if it finds nothing, as a sentence. */
  readonly verifies: string;
  /** @param onProgress - A part of the work from 0 to 1. */
  readonly run: (query: Query, onProgress: (part: number) => void) => Promise<readonly Problem[]>;
  /** Mends what it finds, if that needs no person. @returns what it has mended as a sentence; undefined for nothing */
  readonly mend?: (query: Query) => Promise<string | undefined>;
};

/** One thing that is wrong, not a number of rows. */
export const problem = (place: string, rule: string, remedy: string): Problem => ({
  place,
  rule,
  remedy,
  count: 1,
  examples: [],
});
