import { headerName } from "@petstore/contract/routes";
import type { z } from "zod";

type Place = "header" | "body" | "query" | "path";
type Issue = z.core.$ZodIssue;

const MAX_NAME_LENGTH = 100;

const quote = (name: string) => {
  if (name === "") return '""';
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
};

const placeOf = (place: Place, { path }: Issue): string => {
  if (place === "header") return `header ${headerName(path.join("."))}`;
  // The values of a repeated parameter all have the same name.
  const [parameter, key] = path;
  if (place === "query" && typeof key === "string") return `query.${String(parameter)}[${key}]`;
  return [place, ...(place === "query" ? path.slice(0, 1) : path)].map(String).join(".");
};

/** Sentences are built on demand, because one issue may list tens of thousands of unknown fields. */
const problemsOf = (place: Place, issue: Issue) => {
  const at = placeOf(place, issue);
  if (issue.code !== "unrecognized_keys") return { count: 1, describe: () => `${at} ${issue.message}` };
  const { keys } = issue;
  const kind = place === "query" ? "parameter" : "field";
  const describe = (index: number) => `${at}.${quote(keys[index] ?? "")} is not a recognised ${kind}`;
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
 * Returns sentences such as `body.categoryId is required`. After the first 100 problems it only lists the rows of a
 * batch.
 */
export const describeIssues = (place: Place, issues: readonly Issue[]): string[] => {
  const told = new Set<string>();
  const rest: Issue[] = [];
  let more = 0;
  for (const issue of issues) {
    const { count, describe } = problemsOf(place, issue);
    let next = 0;
    for (; next < count && told.size < MAX_PROBLEMS; next += 1) told.add(describe(next));
    if (next === count) continue;
    more += count - next;
    rest.push(issue);
  }
  if (more === 0) return [...told];
  const rows = rowsOf(rest);
  return [...told, `and ${more} more${rows === "" ? "" : `, in ${rows}`}`];
};
