import { z } from "zod";

/** The query of an operation without parameters: any parameter is refused, never ignored. */
export const NoQuery = z.strictObject({});

/** The error option of a schema: `is required`, or `rule`, the end of a sentence such as `must be …`. */
export const rule = (rule: string) => ({
  error: (issue: { readonly input?: unknown }) => (issue.input === undefined ? "is required" : rule),
});
