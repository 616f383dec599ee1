import type { AppRoute } from "@ts-rest/core";
import * as z from "zod";
import { authContract } from "./account/auth/contract.js";
import { contract } from "./contract.js";
import { ErrorBody } from "./http/errors.js";
import { Pet, Pets } from "./pet/pet.js";
import { listRoutes } from "./http/routes.js";
import { mayGrow } from "./http/rules.js";

const routes = new Map<string, AppRoute>(
  [contract, authContract].flatMap(listRoutes).map(({ operationId, route }) => [operationId, route]),
);

/** The body of any error of `/v1` or `/auth`. Later versions may add codes and statuses. */
const AnyError = ErrorBody.extend({ code: z.string() });

/** Bodies to which no version will add a field. */
const complete: readonly z.ZodType[] = [Pet, Pets];

const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[name], body);

/**
 * Tells whether an object has a `type` that this version does not know, in a union to which later versions may add
 * types.
 */
const isLaterType = (issue: z.core.$ZodIssueInvalidUnion, body: unknown): boolean =>
  "options" in issue && mayGrow(issue.options) && typeof valueAt(body, issue.path) === "string";

/**
 * Tells whether the only problem is that another version allows more: a field, a value of a list that may grow, the type
 * of an object, or a name.
 */
const isAddition =
  (body: unknown) =>
  (issue: z.core.$ZodIssue): boolean =>
    issue.code === "unrecognized_keys" ||
    // Before this version, a name could have only invisible characters.
    (issue.code === "custom" && issue.params?.["rule"] === "visible") ||
    (issue.code === "invalid_value" && mayGrow(issue.values)) ||
    (issue.code === "invalid_union" &&
      (isLaterType(issue, body) || issue.errors.some((branch) => branch.length > 0 && branch.every(isAddition(body)))));

/**
 * The `validate` option of a client: it checks each body against the contract of this version of the package. It
 * accepts what a later version of the service may add: statuses, error codes, values of a list that may grow, and
 * fields of any body except `Pet`, `Pets` and `Error`.
 * @throws {z.ZodError} if the body is not as the contract declares.
 */
export const validateResponse = (operation: string, status: number, body: unknown): unknown => {
  if (status >= 400) return AnyError.parse(body);
  const schema = routes.get(operation)?.responses[status];
  if (!(schema instanceof z.ZodType)) return body;
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  if (!complete.includes(schema) && error.issues.every(isAddition(body))) return body;
  throw error;
};
