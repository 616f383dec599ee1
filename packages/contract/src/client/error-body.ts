import type { Problem } from "./generated/types.js";

/** The code may be one that this version does not know. */
type ErrorBody = { readonly code: string; readonly message: string; readonly status?: unknown };

/** Returns the published form of an error for programs (RFC 9457). */
export const errorBodyOf = ({ code, detail, status }: Problem): ErrorBody => ({ code, message: detail, status });

/** Tells whether a body is an error for programs. */
export const isProblem = (body: unknown): body is Problem =>
  typeof body === "object" &&
  body !== null &&
  "code" in body &&
  "detail" in body &&
  typeof body.code === "string" &&
  typeof body.detail === "string";

/** Tells whether a body is that of an error of `/v1` or `/auth`. */
export const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === "object" &&
  body !== null &&
  "code" in body &&
  "message" in body &&
  typeof body.code === "string" &&
  typeof body.message === "string";
