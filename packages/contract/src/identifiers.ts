import { z } from "zod";
import { rule } from "./rules.js";

/** The largest identifier: 2^53 - 1, the range which every JSON reader reads exactly (RFC 7493 §2.2). */
export const MAX_ID = Number.MAX_SAFE_INTEGER;

/**
 * An integer as a query or a path carries it: plain decimal digits. `+5`, `5.0`, `5e0`, `0x5` and ` 5` are refused.
 * @param schema - The integer's own bounds; they are what the OpenAPI document shows.
 * @param text - The rule in words, for every way of breaking it: `must be an integer from 1 to 100`.
 */
export const decimalDigits = <Schema extends z.ZodType<number, number>>(schema: Schema, text: string) =>
  z
    .string(rule(text))
    .regex(/^[0-9]+$/, text)
    .transform(Number)
    .pipe(schema);

const idRule = `must be an integer from 1 to ${MAX_ID}`;

/** An identifier in a JSON body: an int64 from 1 to {@link MAX_ID}. */
export const Id = z.int(rule(idRule)).min(1, idRule).max(MAX_ID, idRule).meta({ format: "int64" });

/** An identifier in a path: the decimal digits of an {@link Id}. */
export const PathId = decimalDigits(Id, idRule);
