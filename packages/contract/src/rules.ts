import { z } from "zod";

/** The query of an operation without parameters: any parameter is refused, never ignored. */
export const NoQuery = z.strictObject({});

/**
 * The error option of a schema: `is required` for an absent value, otherwise `rule`. The service prefixes the field:
 * `body.categoryId is required`, `query.limit must be an integer from 1 to 100`.
 * @param rule - The end of a sentence: `must be …`.
 */
export const rule = (rule: string) => ({
  error: (issue: { readonly input?: unknown }) => (issue.input === undefined ? "is required" : rule),
});

/** `true` or `false` in a query. Typed as boolean for clients; the query carries it as a word. */
export const Flag = z
  .enum(["true", "false"], rule("must be true or false"))
  .transform((word) => word === "true")
  .pipe(z.boolean()) as unknown as z.ZodType<boolean, boolean>;
