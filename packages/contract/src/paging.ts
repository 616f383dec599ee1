import { z } from "zod";
import { decimalDigits } from "./identifiers.js";
import { rule } from "./rules.js";

const limitRule = "must be an integer from 1 to 100";

/** The page size of a listing: 1 to 100, 20 unless told. */
export const Limit = decimalDigits(z.int(rule(limitRule)).min(1, limitRule).max(100, limitRule), limitRule)
  .default(20)
  .meta({ description: "Maximum number of animals returned.", examples: [20] });

/** Where a page begins: the opaque string of a `Link` header. It is bound to the filters it was made with. */
export const Cursor = z
  .string(rule("must be given once"))
  .regex(/^[A-Za-z0-9_-]{1,512}$/, "must be a cursor from a Link header of this service")
  .meta({
    description:
      "Where the page begins: an opaque string, taken from the `Link` header of the page before. It holds for the filters it was made with; another `limit` is fine.",
    "x-stability": "beta",
  });
