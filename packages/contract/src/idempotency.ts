import { z } from "zod";
import type { ResponseHeader } from "./metadata.js";
import { rule } from "./rules.js";

/** For how long the outcome of a request with an `Idempotency-Key` is kept, in hours. */
export const IDEMPOTENCY_HOURS = 24;

const keyRule =
  "must be 1 to 255 visible ASCII characters without comma, quote or backslash, or a quoted string";
const bare = /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]{1,255}$/;
// RFC 9651 §3.3.3: a quoted string holds spaces too, and escapes `"` and `\` alone.
const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)"$/;

const isKey = (field: string) => bare.test(field) || quoted.test(field);
const unquote = (field: string) => quoted.exec(field)?.[1]?.replaceAll(/\\(.)/g, "$1") ?? field;

/**
 * The `Idempotency-Key` of a request, bare or as a quoted string (RFC 9651 §3.3.3): `abc` and `"abc"` are the same key.
 * It is read as the key without its quotes.
 */
export const IdempotencyKey = z
  .string(rule(keyRule))
  .refine(isKey, keyRule)
  .transform(unquote)
  .pipe(z.string().min(1).max(255, keyRule))
  .optional()
  .meta({
    description: `Names the request, so that it can be sent again without being carried out again: the first outcome is kept for ${IDEMPOTENCY_HOURS} hours and answered to every repeat with a key of the same account. 1 to 255 characters, bare or quoted. Use a fresh random value, such as a UUID, for every request that is meant anew.`,
    examples: ["6f1c2a9e-3b0d-4c55-9a54-0f6f1de2a7b1"],
    "x-stability": "beta",
  });

/** The request headers of every POST. */
export const writeOnceHeaders = { "idempotency-key": IdempotencyKey };

/** The response header of a repeat. */
export const replayed: ResponseHeader = {
  description: "`true` where this is the outcome of an earlier request with the same `Idempotency-Key`.",
  example: "true",
  stability: "beta",
};
