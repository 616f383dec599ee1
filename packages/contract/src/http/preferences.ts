import * as z from "zod";
import type { ResponseHeader } from "./metadata.js";
import { rule } from "./rules.js";

/** `Prefer` (RFC 7240); unknown preferences are ignored, as the RFC requires. */
export const Prefer = z
  .string(rule("must be a string"))
  .optional()
  .meta({
    description: "`count=exact` requests the number of all matches in `Total-Count` (RFC 7240).",
    examples: ["count=exact"],
    // RFC 9110 §5.5 says which characters the value of a header field may have. The HTTP parser accepts these.
    pattern: "^[\\t\\x20-\\x7e\\x80-\\xff]*$",
    "x-stability": "beta",
  });

/** Response headers for `Prefer: count=exact`. */
export const countHeaders = {
  "Total-Count": {
    description: "With `Prefer: count=exact`: the number of matches on all pages.",
    example: "10000",
    stability: "beta",
  },
  "Preference-Applied": {
    description: "The preference that was applied (RFC 7240 §3).",
    example: "count=exact",
    stability: "beta",
  },
} as const satisfies Record<string, ResponseHeader>;
