import type { ValueMaps } from "@petstore/contract/routes";
import { foldText } from "@petstore/tables";
import { brokenRule, type Definitions, NO_ATTRIBUTE, shorten } from "../pets/store/check-values.js";

/** What is wrong with a value of a map, and the steps to its place in the maps. */
type ValueMapProblem = { readonly steps: readonly string[]; readonly problem: string };

/** A body may have a problem in each of very many values. */
const MAX_PROBLEMS = 20;

/** Finds the values that mean the same, and the values of attributes that the store does not allow. */
export const valueMapProblems = (definitions: Definitions, maps: ValueMaps): readonly ValueMapProblem[] => {
  const problems: ValueMapProblem[] = [];
  for (const [column, map] of Object.entries(maps)) {
    const known = new Map<string, string>();
    for (const [value, sets] of Object.entries(map)) {
      const same = known.get(foldText(value));
      if (same !== undefined)
        problems.push({
          steps: [column, value],
          problem: `means the same value as ${JSON.stringify(same)}; remove one`,
        });
      known.set(foldText(value), value);
      for (const [name, set] of Object.entries(sets)) {
        const one = definitions.get(name);
        const rule = one === undefined ? NO_ATTRIBUTE : brokenRule(one, set, undefined);
        const given = one === undefined ? "" : `, not ${shorten(JSON.stringify(set))}`;
        if (rule !== undefined) problems.push({ steps: [column, value, shorten(name)], problem: `${rule}${given}` });
      }
      if (problems.length >= MAX_PROBLEMS) return problems.slice(0, MAX_PROBLEMS);
    }
  }
  return problems;
};
