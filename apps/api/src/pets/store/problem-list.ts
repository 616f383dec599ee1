import type { ProblemEntry } from "@petstore/contract/routes";

const MAX_PROBLEMS = 100;

/**
 * Keeps the first 100 problems. The others are only counted, because there may be a problem in each byte of a body.
 */
export const createProblemList = () => {
  const told: (ProblemEntry | string)[] = [];
  let count = 0;
  return {
    add: (problem: () => ProblemEntry | string): void => {
      count += 1;
      if (count <= MAX_PROBLEMS) told.push(problem());
    },
    problems: (): (ProblemEntry | string)[] =>
      count > MAX_PROBLEMS ? [...told, `and ${count - MAX_PROBLEMS} more`] : told,
  };
};
