import { ContractNoBody } from "@ts-rest/core";
import { z } from "zod";
import type { ResponseHeader } from "./metadata.js";
import { rule } from "./rules.js";

// RFC 9110 §8.8.3: entity-tag = [ "W/" ] DQUOTE *etagc DQUOTE; a list may have empty elements and white space.
const entityTags =
  /^[ \t,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:[ \t]*,[ \t,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*[ \t,]*$/;
const isCondition = (field: string) => field === "*" || entityTags.test(field);
const conditionRule = 'must be * or a list of entity tags, for example "q1w2e3"';

/** `If-Match` (RFC 9110 §13.1.1): the change is made only where one of these is the resource's current `ETag`. */
export const IfMatch = z
  .string(rule(conditionRule))
  .refine(isCondition, conditionRule)
  .optional()
  .meta({
    description:
      "The `ETag` of the animal as the client knows it: the change is made only while it still has it, else the answer is 412.",
    examples: ['"Jx0c2WqTz0mGd5Vb3o1R9A"'],
    "x-stability": "beta",
  });

/** `If-None-Match` (RFC 9110 §13.1.2): the body is sent only where none of these is its current `ETag`. */
const IfNoneMatch = z
  .string(rule(conditionRule))
  .refine(isCondition, conditionRule)
  .optional()
  .meta({
    description: "The `ETag` of an answer that the client has: where it still holds, the answer is 304 without a body.",
    examples: ['"Jx0c2WqTz0mGd5Vb3o1R9A"'],
    "x-stability": "beta",
  });

/** The request headers of every operation that reads. */
export const readHeaders = { "if-none-match": IfNoneMatch };

/** The response that `If-None-Match` can lead to. */
export const notModified: { readonly 304: typeof ContractNoBody } = { 304: ContractNoBody };

/** The entity tag of an answer, strong: another content has another one. */
export const entityTag: ResponseHeader = {
  description: "Strong entity tag of the content, the same for every key (RFC 9110 §8.8.3).",
  example: '"Jx0c2WqTz0mGd5Vb3o1R9A"',
  stability: "beta",
};

/** The header fields of every answer to an operation that reads, whether it has a body or is a 304. */
export const validators = {
  ETag: entityTag,
  "Cache-Control": {
    description: "Always `private, no-cache`: a client may keep the answer, and is to ask whether it still holds.",
    example: "private, no-cache",
    stability: "beta",
  },
  Vary: { description: "Names `Authorization`.", example: "Authorization", stability: "beta" },
} as const satisfies Record<string, ResponseHeader>;
