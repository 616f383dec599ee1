import { ContractNoBody } from "@ts-rest/core";
import * as z from "zod";
import type { ResponseHeader } from "./metadata.js";
import { rule } from "./rules.js";

// RFC 9110 §8.8.3: entity-tag = [ "W/" ] DQUOTE *etagc DQUOTE; a list may contain empty elements and white space.
const anyOrEntityTags =
  /^(?:\*|[ \t,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:[ \t]*,[ \t,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*[ \t,]*)$/;
const conditionRule = 'must be * or a list of entity tags, for example "q1w2e3"';

const entityTags = (description: string) =>
  z
    .string(rule(conditionRule))
    .regex(anyOrEntityTags, conditionRule)
    .optional()
    .meta({ description, examples: ['"Jx0c2WqTz0mGd5Vb3o1R9A"'], "x-stability": "beta" });

/**
 * The request headers of a mutation whose resource has an `ETag`: with `If-Match` (RFC 9110 §13.1.1) the mutation runs only if one of these tags is the current one.
 * @param resource - `order`.
 * @param more - Further sentences for the description.
 */
export const changeHeaders = (resource: string, ...more: string[]) => ({
  "if-match": entityTags(
    [
      `The \`ETag\` of the ${resource} that the client has: if it is no longer current, the response is 412 and nothing is changed.`,
      ...more,
    ].join(" "),
  ),
});

/** `If-None-Match` (RFC 9110 §13.1.2): the response has a body only if none of these is its current `ETag`. */
const IfNoneMatch = entityTags(
  "The `ETag` of a response that the client has: if it is still current, the response is 304 without a body.",
);

const createOnlyRule = "must be * or omitted; to change only what you have read, send its ETag as If-Match";

/**
 * Request headers of a PUT that creates or replaces a resource. With `If-None-Match: *` (RFC 9110 §13.1.2) it only
 * creates.
 */
export const createOnlyHeaders = {
  "if-none-match": z
    // openapi-python-client generates no operation with a header field that is a constant.
    .enum(["*"], createOnlyRule)
    .optional()
    .meta({
      description: "`*` only creates: if the name is in use, the response is 412 and nothing is replaced.",
      examples: ["*"],
      "x-stability": "beta",
    }),
};

/** Request headers of a read that has an `ETag`. */
export const readHeaders = { "if-none-match": IfNoneMatch };

/** The 304 response to `If-None-Match`. */
export const notModified: { readonly 304: typeof ContractNoBody } = { 304: ContractNoBody };

/** The strong entity tag of a response. */
export const entityTag: ResponseHeader = {
  description:
    "Strong entity tag of the response, the same for every key; each content coding has its own (RFC 9110 §8.8.3).",
  example: '"Jx0c2WqTz0mGd5Vb3o1R9A"',
  stability: "beta",
};

/** Response headers of a read that has an `ETag`, with status 200 or 304. */
export const validators = {
  ETag: entityTag,
  "Cache-Control": {
    description: "Always `private, no-cache`: a client may store the response but must revalidate it.",
    example: "private, no-cache",
    stability: "beta",
  },
  Vary: {
    description: "Names `Authorization`, and `Accept-Encoding` if the response may be compressed.",
    example: "Authorization",
    stability: "beta",
  },
} as const satisfies Record<string, ResponseHeader>;
