import { Environment, secretVariables } from "../config/config.js";

const names = [...Object.keys(Environment.shape), ...secretVariables.map((name) => `${name}_FILE`)];
/**
 * Names that are shorter than this are skipped, because otherwise HOME and POST would count as misspellings of HOST and
 * PORT.
 */
const SHORTEST_NAME = 7;
const LONG_NAME = 8;
const PREFIX = "PETSTORE_";
/** Kubernetes sets variables with such addresses: for a service `metric` it sets METRIC_PORT=tcp://10.0.0.1:9464. */
const isServiceLink = (value: string) => value.startsWith("tcp://");

/** Computes the Levenshtein distance: how many letters must be inserted, removed or replaced. */
const distance = (one: string, other: string): number => {
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of one.split("").entries()) {
    const current = [row + 1];
    for (let at = 0; at < other.length; at += 1) {
      const replaced = (previous[at] ?? 0) + (letter === other[at] ? 0 : 1);
      current.push(Math.min(replaced, (previous[at + 1] ?? 0) + 1, (current[at] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
};

const isNear = (given: string, name: string): boolean => {
  const most = name.length < LONG_NAME ? 1 : 2;
  return Math.abs(given.length - name.length) <= most && distance(given, name) <= most;
};

const meantBy = (given: string): string | undefined => {
  const upper = given.toUpperCase();
  const bare = upper.startsWith(PREFIX) ? upper.slice(PREFIX.length) : upper;
  return names.find((name) => name.length >= SHORTEST_NAME && (bare === name || isNear(bare, name)));
};

/**
 * Returns sentences about variables whose names look like mistyped settings. These are only warnings, because the
 * environment may contain variables of other programs. If the setting itself is set, it was not mistyped.
 */
export const findNearMisses = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(env).flatMap(([given, value = ""]) => {
    if (names.includes(given) || value === "" || isServiceLink(value)) return [];
    const meant = meantBy(given);
    if (meant === undefined || (env[meant] ?? "") !== "") return [];
    return [`${given} is not a setting of Pet Store and has no effect; if it is meant to be ${meant}, rename it.`];
  });
