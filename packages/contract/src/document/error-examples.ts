import type { AppRoute } from "@ts-rest/core";
import * as z from "zod";
import { type ErrorCode, errorCodes } from "../http/errors.js";
import { MAX_BODY_BYTES } from "../http/metadata.js";
import { answerTypesOf, bodyMediaTypes, notAcceptableMessage, routeMetadata, takesBody } from "../http/routes.js";

const problemIn = (place: string, schema: z.ZodType, value: unknown): string | undefined => {
  const { error } = schema.safeParse(value);
  const [issue] = error?.issues ?? [];
  // All values of a repeated parameter have the same name.
  return issue && `${[place, ...(place.startsWith("query.") ? [] : issue.path)].join(".")} ${issue.message}`;
};

/**
 * Returns the problem of a body that lacks one of its fields. If the body is an array, its first entry lacks the field.
 */
const problemOfBody = (schema: z.ZodType, example: unknown): string | undefined => {
  const given = (Array.isArray(example) ? example[0] : example) as Record<string, unknown>;
  return Object.keys(given)
    .map((name) => {
      const { [name]: _, ...rest } = given;
      return problemIn("body", schema, Array.isArray(example) ? [rest] : rest);
    })
    .find((problem) => problem !== undefined);
};

/**
 * Returns what the service says about an invalid request to this route. The problem is in the body or, if there is
 * none, in the first parameter that refuses a 0.
 */
export const invalidRequestExample = (route: AppRoute): string => {
  const { examples, bodyTypes } = routeMetadata(route);
  const [body] = Object.values(examples?.["request"] ?? {});
  const ofBody =
    takesBody(route) && bodyTypes === undefined && problemOfBody((route as { body: unknown }).body as z.ZodType, body);
  if (ofBody) return ofBody;
  const parameters = route.query instanceof z.ZodObject ? (route.query.shape as Record<string, z.ZodType>) : {};
  const ofQuery = Object.entries(parameters).map(([name, schema]) => problemIn(`query.${name}`, schema, "0"));
  return ofQuery.find((problem) => problem !== undefined) ?? "query.colour is not a recognised parameter";
};

const nouns: Readonly<Record<string, string>> = {
  keyId: "API key",
  endpointId: "webhook endpoint",
  deliveryId: "webhook delivery",
};

/** The last resource in the path: its noun, and the id of its example. */
export const resourceOf = (route: AppRoute): { readonly noun: string; readonly id: string } | undefined => {
  if (!(route.pathParams instanceof z.ZodObject)) return undefined;
  const [name, schema] = Object.entries<z.ZodType>(route.pathParams.shape).at(-1) ?? ["", undefined];
  const [id] = (schema?.meta()?.["examples"] ?? []) as unknown[];
  return { noun: nouns[name] ?? name.replace(/Id$/, ""), id: String(id) };
};

const notFoundExample = (route: AppRoute): string | undefined => {
  const resource = resourceOf(route);
  return resource && `there is no ${resource.noun} with id ${resource.id}`;
};

const preconditionExample = (route: AppRoute): string | undefined => {
  const resource = resourceOf(route);
  return resource && `If-Match does not match the current ETag; fetch the ${resource.noun} again`;
};

/** The message when the limit by address is exceeded. This limit applies to operations that need no key. */
export const addressLimitExample =
  "too many requests without a key from this address: at most 600 per minute; see Retry-After";

/**
 * Returns the message of an error of a route below `/v1`, as the service words it. The route may declare its own;
 * otherwise the message is derived from the route.
 */
export const errorExample = (route: AppRoute, code: ErrorCode): string => {
  const { messages, beta, scope, maxBodyBytes = MAX_BODY_BYTES } = routeMetadata(route);
  const derived: { readonly [Code in ErrorCode]?: () => string | undefined } = {
    invalid_request: () => invalidRequestExample(route),
    forbidden: () => `this operation requires an API key with scope ${scope}`,
    unsupported_media_type: () => `header Content-Type must be ${bodyMediaTypes(route.method).join(" or ")} in UTF-8`,
    not_found: () => notFoundExample(route),
    precondition_failed: () => preconditionExample(route),
    not_acceptable: () => notAcceptableMessage(answerTypesOf(route)),
    payload_too_large: () => `body must be at most ${maxBodyBytes} bytes`,
    rate_limited: () => (scope === null ? addressLimitExample : undefined),
  };
  return messages?.[code] ?? beta?.messages?.[code] ?? derived[code]?.() ?? errorCodes[code].example;
};
