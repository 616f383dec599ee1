const MAX_PROBLEMS = 100;

/**
 * Keeps the first 100 problems: sentences, or entries of an error for programs. The others are only counted, because
 * there may be a problem in each byte of a body.
 */
export const createProblemList = <Problem = string>() => {
  const told: Problem[] = [];
  let count = 0;
  return {
    add: (problem: () => Problem): void => {
      count += 1;
      if (count <= MAX_PROBLEMS) told.push(problem());
    },
    problems: (): (Problem | string)[] => (count > MAX_PROBLEMS ? [...told, `and ${count - MAX_PROBLEMS} more`] : told),
  };
};
