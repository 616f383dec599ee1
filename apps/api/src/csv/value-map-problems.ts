import { foldWord, type ValueMaps } from "@petstore/contract/routes";
import { brokenRule, type Definitions, NO_ATTRIBUTE, shorten } from "../pets/store/check-values.js";

/** A problem with a value of a map, and the path to the value. */
type ValueMapProblem = { readonly steps: readonly string[]; readonly problem: string };

/** The limit is needed because a body may contain very many values, each with a problem. */
const MAX_PROBLEMS = 20;

/** Finds keys that count as the same value, and values that the attributes do not allow. */
export const valueMapProblems = (definitions: Definitions, maps: ValueMaps): readonly ValueMapProblem[] => {
  const problems: ValueMapProblem[] = [];
  for (const [column, map] of Object.entries(maps)) {
    const known = new Map<string, string>();
    for (const [value, sets] of Object.entries(map)) {
      const same = known.get(foldWord(value));
      if (same !== undefined)
        problems.push({
          steps: [column, value],
          problem: `means the same value as ${JSON.stringify(same)}; remove one`,
        });
      known.set(foldWord(value), value);
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
