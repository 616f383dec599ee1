import { headerName } from "@petstore/contract";
import type { z } from "zod";

type Place = "header" | "body" | "query" | "path";
type Issue = z.core.$ZodIssue;

/** Longer names of a client's making are cut in messages. */
const MAX_NAME_LENGTH = 100;

const quote = (name: string) => {
  if (name === "") return '""';
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
};

const placeOf = (place: Place, { path }: Issue): string => {
  if (place === "header") return `header ${headerName(path.join("."))}`;
  // Of a parameter that stands several times, all are called the same.
  return [place, ...(place === "query" ? path.slice(0, 1) : path)].map(String).join(".");
};

const describeIssue = (place: Place, issue: Issue): string[] => {
  const at = placeOf(place, issue);
  if (issue.code !== "unrecognized_keys") return [`${at} ${issue.message}`];
  const kind = place === "query" ? "parameter" : "field";
  return issue.keys.map((name) => `${at}.${quote(name)} is no ${kind} that this operation knows`);
};

const MAX_PROBLEMS = 100;

/** The rows of a batch in few words: `body.50, body.52 to body.999`. */
const rowsOf = (issues: readonly Issue[]): string => {
  const rows = [...new Set(issues.map(({ path }) => path[0]).filter((row) => typeof row === "number"))];
  const starts = rows.filter((row, at) => rows[at - 1] !== row - 1);
  const ends = rows.filter((row, at) => rows[at + 1] !== row + 1);
  return starts
    .map((start, at) => (start === ends[at] ? `body.${start}` : `body.${start} to body.${ends[at]}`))
    .join(", ");
};

/**
 * A schema's findings as sentences of place and rule: `body.categoryId is required`. After a hundred, those of a batch are
 * told by their rows alone.
 */
export const describeIssues = (place: Place, issues: readonly Issue[]): string[] => {
  const described = issues.map((issue) => ({ issue, problems: describeIssue(place, issue) }));
  const problems = [...new Set(described.flatMap((one) => one.problems))];
  if (problems.length <= MAX_PROBLEMS) return problems;
  const told = new Set(problems.slice(0, MAX_PROBLEMS));
  const rest = described.filter((one) => one.problems.some((problem) => !told.has(problem)));
  const rows = rowsOf(rest.map(({ issue }) => issue));
  return [...told, `and ${problems.length - MAX_PROBLEMS} more${rows === "" ? "" : `, in ${rows}`}`];
};
