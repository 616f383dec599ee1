/** The code may be one that this version does not know. */
type ErrorBody = { readonly code: string; readonly message: string; readonly status?: unknown };

/** Tells whether a body is that of an error of `/v1` or `/auth`. */
export const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === "object" &&
  body !== null &&
  "code" in body &&
  "message" in body &&
  typeof body.code === "string" &&
  typeof body.message === "string";
