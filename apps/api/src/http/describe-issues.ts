import type { z } from "zod";

type Place = "header" | "body" | "query" | "path";

/** Longer names of a client's making are cut in messages. */
const MAX_NAME_LENGTH = 100;

const cut = (name: string) => (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name);

const titleCase = (header: string) => header.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

const describeIssue = (place: Place, issue: z.core.$ZodIssue): string[] => {
  // A header is named as people write it: `header Idempotency-Key`, not `header.idempotency-key`.
  const at =
    place === "header" ? `header ${titleCase(issue.path.join("."))}` : [place, ...issue.path.map(String)].join(".");
  if (issue.code !== "unrecognized_keys") return [`${at} ${issue.message}`];
  const kind = place === "query" ? "parameter" : "field";
  return issue.keys.map((name) => `${at}.${cut(name)} is no ${kind} that this operation knows`);
};

const MAX_PROBLEMS = 100;

/** A schema's findings as sentences of place and rule: `body.categoryId is required`. */
export const describeIssues = (place: Place, issues: readonly z.core.$ZodIssue[]): string[] => {
  const problems = [...new Set(issues.flatMap((issue) => describeIssue(place, issue)))];
  if (problems.length <= MAX_PROBLEMS) return problems;
  return [...problems.slice(0, MAX_PROBLEMS), `and ${problems.length - MAX_PROBLEMS} more`];
};
