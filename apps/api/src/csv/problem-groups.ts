import {
  MAX_PROBLEM_EXAMPLES,
  MAX_PROBLEM_GROUPS,
  type ProblemGroup,
  type RowProblemParameters,
  rowProblems,
} from "@petstore/contract/routes";
import { type BadRow, type RowProblem, sentenceOf } from "./row-problems.js";

type Group = Pick<RowProblem, "code" | "column" | "parameters"> & {
  count: number;
  readonly examples: ProblemGroup["examples"];
};

/** More groups are kept than are listed, because a frequent problem may appear late in the file. */
const MAX_KEPT = 10 * MAX_PROBLEM_GROUPS;

/** Leaves out the parameters that differ from row to row. */
const sharedOf = ({ code, parameters }: RowProblem): RowProblemParameters =>
  Object.fromEntries(rowProblems[code].rule.map((name) => [name, parameters[name]]));

/** Counts the problems of bad rows by column, code and parameters. It needs the same memory for any number of rows. */
export const createProblemGroups = () => {
  const groups = new Map<string, Group>();
  let others = 0;

  const note = (line: number, problem: RowProblem): void => {
    const { code, column, value } = problem;
    const parameters = sharedOf(problem);
    const key = JSON.stringify([column, code, parameters]);
    let group = groups.get(key);
    if (group === undefined) {
      if (groups.size === MAX_KEPT) {
        others += 1;
        return;
      }
      group = { code, column, parameters, count: 0, examples: [] };
      groups.set(key, group);
    }
    group.count += 1;
    if (group.examples.length < MAX_PROBLEM_EXAMPLES) group.examples.push({ line, value });
  };

  return {
    add: ({ line, problems }: BadRow): void => {
      for (const problem of problems) note(line, problem);
    },
    result: (): { problems: ProblemGroup[]; moreProblems: number } => {
      const sorted = [...groups.values()].toSorted((one, other) => other.count - one.count);
      const left = sorted.slice(MAX_PROBLEM_GROUPS);
      return {
        problems: sorted.slice(0, MAX_PROBLEM_GROUPS).map(({ code, column, parameters, count, examples }) => ({
          code,
          column,
          parameters,
          sentence: sentenceOf({ code, column, value: null, parameters }),
          count,
          examples,
        })),
        moreProblems: left.reduce((sum, { count }) => sum + count, others),
      };
    },
  };
};
