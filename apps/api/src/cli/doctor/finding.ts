import type { Config } from "../../config/config.js";
import { OperatorError } from "../../config/operator-error.js";
import { explainBucket } from "../../pets/photos/object-store.js";
import type { OpenStore } from "./open-store.js";

/**
 * The result of one check. `off` means that the setting is not used, `warning` that the service works but an operator
 * should know, and `unknown` that the check needs something which another check found wrong.
 */
export const results = ["ok", "off", "warning", "wrong", "unknown"] as const;
export type Result = (typeof results)[number];

/** `text` is one line: what was found and, if it is wrong, what to do. */
export type Finding = { readonly result: Result; readonly text: string };

export const ok = (text: string): Finding => ({ result: "ok", text });
export const off = (text: string): Finding => ({ result: "off", text });
export const warning = (text: string): Finding => ({ result: "warning", text });
export const wrong = (text: string): Finding => ({ result: "wrong", text });
export const unknown = (text: string): Finding => ({ result: "unknown", text });

/** Joins what is wrong in one place; without a problem, `fine` is the finding. */
export const orProblems = (problems: readonly Finding[], fine: Finding): Finding => {
  if (problems.length === 0) return fine;
  const isWrong = problems.some(({ result }) => result === "wrong");
  return { result: isWrong ? "wrong" : "warning", text: problems.map(({ text }) => text).join(" ") };
};

export type Surroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The settings without those that are not valid, so that a mistake in one does not hide the others. */
  readonly config: Config;
  /** What is wrong with the settings, and the names of those that were left out. */
  readonly mistakes: readonly string[];
  readonly leftOut: ReadonlySet<string>;
  /** The store is opened once, for all checks that need it. It is neither made nor migrated. */
  readonly store: OpenStore;
};

export type Check = {
  readonly name: string;
  /** The settings without which the check says nothing. */
  readonly needs?: readonly string[];
  /** The error of a check is a problem with its remedy, if an operator can correct it. */
  readonly run: (surroundings: Surroundings, signal: AbortSignal) => Promise<Finding> | Finding;
};

/** @throws the error if it is not a mistake of an operator */
export const findingOf = (error: unknown): Finding => {
  const explained = explainBucket(error);
  if (explained instanceof OperatorError) return wrong(explained.message.replaceAll(/\s+/g, " "));
  throw error;
};
