import { type Config, Environment, parseConfig } from "../../config/config.js";
import { OperatorError } from "../../config/operator-error.js";

export type Env = Readonly<Record<string, string | undefined>>;

export type Settings = { readonly config: Config; readonly mistakes: readonly string[]; readonly leftOut: Set<string> };

const without = (env: Env, names: ReadonlySet<string>): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)));

/** Returns the problems as `parseConfig` names them, one for each setting. */
const mistakesIn = (env: Env): readonly string[] => {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return error.remedy
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  }
};

/** Reads the settings, and leaves out those that are not valid. */
export const readSettings = (env: Env): Settings => {
  const mistakes = mistakesIn(env);
  const leftOut = new Set(mistakes.map((mistake) => mistake.split(" ", 1)[0] ?? ""));
  // A bucket whose key is missing cannot be used either.
  if (leftOut.has("AWS_ACCESS_KEY_ID") || leftOut.has("AWS_SECRET_ACCESS_KEY")) leftOut.add("PHOTO_STORE");
  const names = leftOut.has("DATABASE_URL") ? new Set([...leftOut, "NODE_ENV"]) : leftOut;
  return { config: parseConfig(without(env, names)), mistakes, leftOut };
};

/** Lists the settings that the environment sets, without their values, which may be secrets. */
export const setNames = (env: Env): readonly string[] =>
  Object.keys(Environment.shape).filter((name) => (env[name] ?? "") !== "");
