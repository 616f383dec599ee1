const MAX_PROBLEMS = 100;

/**
 * Keeps the first 100 sentences. The others are only counted, because there may be a problem in each byte of a body.
 */
export const createProblemList = () => {
  const told: string[] = [];
  let count = 0;
  return {
    add: (sentence: () => string): void => {
      count += 1;
      if (count <= MAX_PROBLEMS) told.push(sentence());
    },
    sentences: (): string[] => (count > MAX_PROBLEMS ? [...told, `and ${count - MAX_PROBLEMS} more`] : told),
  };
};
