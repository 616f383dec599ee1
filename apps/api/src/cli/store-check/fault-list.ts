import { MAX_EXAMPLES, type Problem } from "./check.js";

type Words = Pick<Problem, "place" | "rule" | "remedy">;

export type FaultList = {
  readonly add: (words: Words, example: string) => void;
  readonly problems: () => readonly Problem[];
};

/**
 * Collects the faults of rows that are read one by one. It reports one problem for each place and rule, with a few
 * examples.
 */
export const createFaultList = (): FaultList => {
  const found = new Map<string, Words & { count: number; readonly examples: string[] }>();
  return {
    add: (words, example) => {
      const key = `${words.place} ${words.rule}`;
      const known = found.get(key) ?? { ...words, count: 0, examples: [] };
      found.set(key, known);
      known.count += 1;
      if (known.count <= MAX_EXAMPLES) known.examples.push(example);
    },
    problems: () => [...found.values()],
  };
};
