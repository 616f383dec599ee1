import * as z from "zod";
import { rule } from "./rules.js";

/** The longest overlap of a rotation, in seconds: a week. */
export const MAX_OVERLAP_SECONDS = 604_800;

/** The overlap of a rotation that does not choose one, in seconds: a day. */
export const DEFAULT_OVERLAP_SECONDS = 86_400;

const overlapRule = `must be an integer from 0 to ${MAX_OVERLAP_SECONDS}`;

/** The body of every operation that rotates a secret. */
export const Rotation = z
  .strictObject(
    {
      // This has no zod `default`, because generators of clients make a property with a default required.
      overlapSeconds: z
        .int(rule(overlapRule))
        .min(0, overlapRule)
        .max(MAX_OVERLAP_SECONDS, overlapRule)
        .optional()
        .meta({
          description: `How many seconds the old secret remains valid together with the new one: at most a week, and a day (${DEFAULT_OVERLAP_SECONDS}) when omitted; with 0 it ends at once.`,
          examples: [3_600],
        }),
    },
    rule("must be a JSON object"),
  )
  .meta({
    id: "Rotation",
    description: "How the old secret ends when a new one replaces it.",
    examples: [{ overlapSeconds: 3_600 }],
  });
/** See the schema of the same name. */
export type Rotation = z.infer<typeof Rotation>;

/** The request bodies in the examples of every operation that rotates a secret. */
export const rotationExamples = { aDay: {}, anHour: { overlapSeconds: 3_600 }, atOnce: { overlapSeconds: 0 } } as const;
