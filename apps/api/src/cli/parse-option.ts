import { Id } from "@petstore/contract/routes";
import { InvalidArgumentError } from "commander";
import type { z } from "zod";
import { count } from "./words.js";

/** Parses an argument or an option's value with a schema of the contract. */
export const parsedBy =
  (schema: z.ZodType<string>) =>
  (text: string): string => {
    const read = schema.safeParse(text);
    if (read.success) return read.data;
    throw new InvalidArgumentError(`It ${read.error.issues.map(({ message }) => message).join(" and ")}.`);
  };

/** Parses the most rows to list. */
export const limitUpTo =
  (max: number) =>
  (text: string): number => {
    const limit = /^[0-9]+$/.test(text) ? Number(text) : 0;
    if (limit >= 1 && limit <= max) return limit;
    throw new InvalidArgumentError(`It must be an integer from 1 to ${count(max)}.`);
  };

export const idShownBy =
  (listing: string) =>
  (text: string): number => {
    const id = Id.safeParse(/^[0-9]+$/.test(text) ? Number(text) : Number.NaN);
    if (id.success) return id.data;
    throw new InvalidArgumentError(`It ${id.error.issues[0]?.message}; \`${listing}\` shows the ids.`);
  };
