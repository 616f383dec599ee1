import * as z from "zod";
import type { ResponseHeader } from "./metadata.js";
import { rule } from "./rules.js";

/** How long the outcome of a request with an `Idempotency-Key` is stored, in hours. */
export const IDEMPOTENCY_HOURS = 24;

/** The length of an `Idempotency-Key`, without the quotes and escapes of a quoted string. */
export const MAX_IDEMPOTENCY_KEY = 255;

/** The length of the header field: two quotes, and a backslash before each character. */
const MAX_SENT_KEY = 2 + 2 * MAX_IDEMPOTENCY_KEY;

const keyRule = "must be 1 to 255 visible ASCII characters without comma, quote or backslash, or a quoted string";
// RFC 9651 §3.3.3: a quoted string may contain spaces. Only `"` and `\` are escaped in it.
const bareOrQuoted = /^(?:[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]{1,255}|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255}")$/;

const unquote = (field: string) => (field.startsWith('"') ? field.slice(1, -1).replaceAll(/\\(.)/g, "$1") : field);

/** `Idempotency-Key`, bare or as a quoted string (RFC 9651 §3.3.3): `abc` and `"abc"` are the same key. */
export const IdempotencyKey = z
  .string(rule(keyRule))
  .regex(bareOrQuoted, keyRule)
  .transform(unquote)
  // The document describes the header field as it is sent, and not the key that is parsed from it.
  .pipe(z.string().meta({ minLength: 1, maxLength: MAX_SENT_KEY, pattern: bareOrQuoted.source }))
  .optional()
  .meta({
    description: `Makes a retry safe: the first outcome is stored for ${IDEMPOTENCY_HOURS} hours and returned for every repeat by the same account. 1 to ${MAX_IDEMPOTENCY_KEY} characters, bare or quoted: ${MAX_SENT_KEY} with quotes and escapes. Use a new random value, for example a UUID, for each new request.`,
    examples: ["6f1c2a9e-3b0d-4c55-9a54-0f6f1de2a7b1"],
    "x-stability": "beta",
  });

/** Request headers of a POST. A POST whose response contains a new secret takes none, because outcomes are stored. */
export const writeOnceHeaders = { "idempotency-key": IdempotencyKey };

/** The response header of a replayed outcome. */
export const replayed: ResponseHeader = {
  description: "`true` if this is the stored outcome of an earlier request with the same `Idempotency-Key`.",
  example: "true",
  stability: "beta",
};
