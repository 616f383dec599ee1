import * as z from "zod";
import { rule } from "./rules.js";

/**
 * The parameter `expand` of a read: what it adds to each item, one parameter for each value.
 * @param names - Everything that the read can add.
 */
export const expansionsOf = <const Names extends readonly [string, ...string[]]>(names: Names) => {
  const text = `must be ${names.join(" or ")}`;
  const times = names.length === 1 ? "only once" : `at most ${names.length} times`;
  return z
    .union([z.string(), z.array(z.string())], rule(text))
    .transform((given) => [given].flat())
    .pipe(
      z
        .array(z.enum(names, rule(text)), rule(text))
        .min(1, text)
        .max(names.length, `must be given ${times}`),
    ) as unknown as z.ZodType<Names[number][], Names[number][]>;
};
