import { z } from "zod";
import type { ResponseHeader } from "./metadata.js";
import { rule } from "./rules.js";

/** `Prefer` (RFC 7240): what a client would like; preferences that are not known are passed over, as the RFC has it. */
export const Prefer = z
  .string(rule("must be a string"))
  .optional()
  .meta({
    description: "`count=exact` asks for the number of all that match, on every page, as `Total-Count` (RFC 7240).",
    examples: ["count=exact"],
    "x-stability": "beta",
  });

/** The response headers that `Prefer: count=exact` leads to. */
export const countHeaders = {
  "Total-Count": {
    description: "With `Prefer: count=exact`: how many there are in all pages together.",
    example: "10000",
    stability: "beta",
  },
  "Preference-Applied": {
    description: "The preference that was followed (RFC 7240 §3).",
    example: "count=exact",
    stability: "beta",
  },
} as const satisfies Record<string, ResponseHeader>;
