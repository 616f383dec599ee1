import type { IncomingHttpHeaders } from "node:http";
import type { ProblemEntry } from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import { problemAt } from "../errors.js";

const preconditions = ["If-Match", "If-None-Match"].map((name) => ({ name, field: name.toLowerCase() }));

/**
 * Returns the problems of preconditions that a mutation does not evaluate, because RFC 9110 §13.1 forbids ignoring
 * them. Preconditions by date must be ignored (§13.1.3, §13.1.4), because no resource of this service has a
 * modification date.
 */
export const unsupportedPreconditions = (route: AppRoute, headers: IncomingHttpHeaders): ProblemEntry[] => {
  if (route.method === "GET") return [];
  const declared = (route.headers ?? {}) as object;
  return preconditions
    .filter(({ field }) => headers[field] !== undefined && !(field in declared))
    .map(({ name }) => problemAt(`header ${name}`, "must be omitted: this operation does not support it"));
};
