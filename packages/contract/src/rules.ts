import { z } from "zod";

/** The query of an operation that knows no parameter: what is given all the same is refused, never ignored. */
export const NoQuery = z.strictObject({});

/**
 * The options of a schema whose refusal reads as a rule: `is required` where the value is absent, else `rule`.
 * The service puts the place in front: `body.categoryId is required`, `query.limit must be an integer from 1 to 100`.
 * @param rule - What a value must be, as the end of a sentence: `must be …`.
 */
export const rule = (rule: string) => ({
  error: (issue: { readonly input?: unknown }) => (issue.input === undefined ? "is required" : rule),
});
