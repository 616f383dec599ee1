import { z } from "zod";
import { rule } from "./rules.js";

/** The largest identifier: 2^53 - 1, the range which every JSON reader reads exactly (RFC 7493 §2.2). */
export const MAX_ID = Number.MAX_SAFE_INTEGER;

/**
 * An integer as a query or a path carries it: plain decimal digits. `+5`, `5.0`, `5e0`, `0x5` and ` 5` are refused.
 * @param schema - The integer's own bounds; they are what the OpenAPI document shows.
 * @param text - The rule in words, for every way of breaking it: `must be an integer from 1 to 100`.
 */
export const decimalDigits = (schema: z.ZodType<number, number>, text: string): z.ZodType<number, number> =>
  // Typed as a client gives it, a number; it is the client's encoding that makes digits of it, and the server reads those.
  z
    .string(rule(text))
    .regex(/^[0-9]+$/, text)
    .transform(Number)
    .pipe(schema) as unknown as z.ZodType<number, number>;

const idRule = `must be an integer from 1 to ${MAX_ID}`;

/** An identifier in a JSON body: an int64 from 1 to {@link MAX_ID}. */
export const Id = z.int(rule(idRule)).min(1, idRule).max(MAX_ID, idRule).meta({ format: "int64" });

/** An identifier in a path or a query: the decimal digits of an {@link Id}. Outside its bounds it is a 404 there, a 400 here. */
export const TextId = decimalDigits(Id, idRule);

/**
 * A query parameter that may stand up to `max` times, each time with an identifier.
 * @param max - How often at most.
 */
export const listIds = (max: number): z.ZodType<number[], number[]> => {
  const text = `must be given at most ${max} times`;
  return z
    .union([z.string(), z.array(z.string())], rule(idRule))
    .transform((given) => [given].flat())
    .pipe(
      z
        .array(TextId as never)
        .min(1)
        .max(max, text),
    ) as unknown as z.ZodType<number[], number[]>;
};
