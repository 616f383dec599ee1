import * as z from "zod";
import { repeatable, rule } from "./rules.js";

/**
 * The parameter `expand` of a read: what it adds to each item, one parameter for each value.
 * @param names - Everything that the read can add.
 */
export const expansionsOf = <const Names extends readonly [string, ...string[]]>(names: Names) => {
  const text = `must be ${names.join(" or ")}`;
  const once = names.length === 1 ? { tooMany: "must be given only once" } : {};
  return repeatable(z.enum(names, rule(text)), names.length, { mistake: text, none: text, ...once });
};
