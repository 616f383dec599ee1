import * as z from "zod";
import { repeatable, rule } from "./rules.js";

/** The largest identifier: 2^53 - 1. Every JSON parser can read integers up to it exactly (RFC 7493 §2.2). */
export const MAX_ID = Number.MAX_SAFE_INTEGER;

/**
 * An integer in a query or path, in plain digits.
 * @param text - The message for every violation: `must be an integer`.
 */
export const decimalDigits = (schema: z.ZodType<number, number>, text: string): z.ZodType<number, number> =>
  // The type for clients is number. They send its digits, which the server parses.
  z
    .string(rule(text))
    .regex(/^[0-9]+$/, text)
    .transform(Number)
    .pipe(schema) as unknown as z.ZodType<number, number>;

/** A pattern of the integers from 1 to `max`, in decimal digits without leading zeros. */
const integersUpTo = (max: number): string => {
  const digits = String(max);
  const below = Array.from(digits).flatMap((digit, at) => {
    const lower = "0123456789".slice(at === 0 ? 1 : 0, Number(digit));
    return lower === "" ? [] : [`${digits.slice(0, at)}[${lower}][0-9]{${digits.length - at - 1}}`];
  });
  return `(?:[1-9][0-9]{0,${digits.length - 2}}|${below.join("|")}|${digits})`;
};

/** A pattern that matches every {@link Id}. */
export const idPattern: string = integersUpTo(MAX_ID);

const idRule = `must be an integer from 1 to ${MAX_ID}`;

/** An identifier in a JSON body: an int64 from 1 to {@link MAX_ID}. */
export const Id = z.int(rule(idRule)).min(1, idRule).max(MAX_ID, idRule).meta({ format: "int64" });

/** An {@link Id} in decimal digits. If it is out of range, the answer is 404 for a path and 400 for a query. */
export const TextId = decimalDigits(Id, idRule);

const actionIdRule = "must be the id of an action; GET /v1/actions lists them";

/**
 * An identifier of an action. It consists of the time in milliseconds and the id of the event that represents the
 * action.
 */
export const ActionId = z
  .string(rule(actionIdRule))
  .regex(/^[0-9]{1,15}-[1-9][0-9]{0,14}$/, actionIdRule)
  .meta({ minLength: 3, maxLength: 31 });

/** A repeatable query parameter of identifiers. @param max - The maximum number of values. */
export const listIds = (max: number) =>
  repeatable(TextId, max, { mistake: idRule, inArray: "must be an array of integers" });

/** A repeatable query parameter of texts. @param max - The maximum number of values. */
export const listTexts = (text: z.ZodType<string>, max: number) =>
  repeatable(text, max, { mistake: "must be a text", inArray: "must be an array of texts" });

/** Path parameters of one pet. */
export const PetPath = z.strictObject({
  petId: TextId.meta({ description: "Identifier of the animal.", examples: [123] }),
});
