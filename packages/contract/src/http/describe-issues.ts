import type * as z from "zod";
import { isTellable } from "./personal.js";
import { MAX_GIVEN_LENGTH, pointerStep, type ProblemEntry } from "./problem.js";
import { headerName } from "./response-headers.js";

type Place = "header" | "body" | "query" | "path";
type Issue = z.core.$ZodIssue;

/** A part of a request: its schema, what was sent, and the issues that the schema found. */
export type CheckedPart = {
  readonly schema: unknown;
  readonly given: unknown;
  readonly issues: readonly Issue[];
};

const MAX_NAME_LENGTH = 100;

const quote = (name: string) => {
  if (name === "") return '""';
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
};

const parameterOf = ([parameter, key]: readonly PropertyKey[]): string =>
  // The values of a repeated parameter all have the same name.
  typeof key === "string" ? `${String(parameter)}[${key}]` : String(parameter);

const sentencePlaceOf = (place: Place, path: readonly PropertyKey[]): string => {
  if (place === "header") return `header ${headerName(path.join("."))}`;
  if (place === "query" && path.length > 0) return `query.${parameterOf(path)}`;
  return [place, ...path].map(String).join(".");
};

const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((step) => pointerStep(quote(String(step)))).join("");

/** Returns the field of an entry that says where the problem is. */
const locate = (place: Place, path: readonly PropertyKey[]) => {
  if (place === "body") return { pointer: pointerOf(path) };
  if (path.length === 0) return {};
  return place === "header" ? { header: headerName(path.join(".")) } : { parameter: quote(parameterOf(path)) };
};

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, step) => {
    // A parameter that is sent once is a list of one value for a schema that takes several.
    if (typeof value === "string" && step === 0) return value;
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    return (value as Readonly<Record<PropertyKey, unknown>>)[step];
  }, given);

const cut = (text: string) => (text.length > MAX_GIVEN_LENGTH ? `${text.slice(0, MAX_GIVEN_LENGTH)}…` : text);

/** Returns the value that an error may repeat. It never repeats secrets, data about a person, objects and arrays. */
const tell = ({ schema, given }: CheckedPart, path: readonly PropertyKey[]): Pick<ProblemEntry, "given"> => {
  const value = valueAt(given, path);
  if (value === undefined || (typeof value === "object" && value !== null)) return {};
  if (!isTellable(schema, path)) return {};
  return { given: typeof value === "string" ? cut(value) : (value as number | boolean | null) };
};

const rules: Readonly<Partial<Record<Issue["code"], string>>> = {
  invalid_type: "type",
  invalid_union: "type",
  invalid_value: "one_of",
  invalid_format: "format",
  unrecognized_keys: "unknown",
};

const ruleOf = (issue: Issue, value: unknown): string => {
  const own = issue.code === "custom" ? issue.params?.["rule"] : undefined;
  if (typeof own === "string") return own;
  if (value === undefined && issue.code !== "custom") return "required";
  return rules[issue.code] ?? (issue.code === "custom" ? "invalid" : issue.code);
};

/**
 * Says that a parameter was sent twice, or that all of its values are in one text. In these cases the rule of the value
 * would mislead the client.
 */
const ofParameter = (
  { given }: CheckedPart,
  { path, code }: Issue,
): Pick<ProblemEntry, "rule" | "detail"> | undefined => {
  const [name = ""] = path;
  const value = valueAt(given, [name]);
  const at = `query.${String(name)}`;
  const isRepeated = Array.isArray(value) && path.length === 1 && code.startsWith("invalid_");
  if (isRepeated) return { rule: "repeated", detail: `${at} is given ${value.length} times; send it once` };
  if (typeof path[1] !== "number" || typeof value !== "string" || !value.includes(",")) return undefined;
  const [first = "", second = ""] = value.split(",");
  const example = [first, second].map((one) => `${String(name)}=${quote(one)}`).join("&");
  return { rule: "repeat", detail: `${at} must be repeated for several values: ${example}` };
};

/** Sentences are built on demand, because one issue may list tens of thousands of unknown fields. */
const problemsOf = (place: Place, part: CheckedPart, issue: Issue) => {
  const { path } = issue;
  const at = sentencePlaceOf(place, path);
  if (issue.code !== "unrecognized_keys") {
    const describe = (): ProblemEntry => {
      const value = valueAt(part.given, path);
      const own = place === "query" ? ofParameter(part, issue) : undefined;
      const told = own ?? { rule: ruleOf(issue, value), detail: `${at} ${issue.message}` };
      return { ...locate(place, path), ...told, ...tell(part, path) };
    };
    return { count: 1, describe };
  }
  const { keys } = issue;
  const kind = place === "query" ? "parameter" : "field";
  const describe = (index: number): ProblemEntry => {
    const key = keys[index] ?? "";
    const detail = `${at}.${quote(key)} is not a recognised ${kind}`;
    return { ...locate(place, [...path, key]), rule: "unknown", detail };
  };
  return { count: keys.length, describe };
};

const MAX_PROBLEMS = 100;

const rowsOf = (issues: readonly Issue[]): string => {
  const rows = [...new Set(issues.map(({ path }) => path[0]).filter((row) => typeof row === "number"))];
  const starts = rows.filter((row, at) => rows[at - 1] !== row - 1);
  const ends = rows.filter((row, at) => rows[at + 1] !== row + 1);
  return starts
    .map((start, at) => (start === ends[at] ? `body.${start}` : `body.${start} to body.${ends[at]}`))
    .join(", ");
};

/**
 * Returns problems such as `body.categoryId is required`, each with its place and its rule. After the first 100
 * problems it only lists the rows of a batch.
 */
export const describeIssues = (place: Place, part: CheckedPart): (string | ProblemEntry)[] => {
  const told = new Map<string, ProblemEntry>();
  const rest: Issue[] = [];
  let more = 0;
  for (const issue of part.issues) {
    const { count, describe } = problemsOf(place, part, issue);
    let next = 0;
    for (; next < count && told.size < MAX_PROBLEMS; next += 1) {
      const problem = describe(next);
      if (!told.has(problem.detail)) told.set(problem.detail, problem);
    }
    if (next === count) continue;
    more += count - next;
    rest.push(issue);
  }
  if (more === 0) return [...told.values()];
  const rows = rowsOf(rest);
  return [...told.values(), `and ${more} more${rows === "" ? "" : `, in ${rows}`}`];
};
