const MAX_PROBLEMS = 100;

/** Keeps the first 100 sentences. It only counts the others, because a body may have a problem in each byte. */
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
