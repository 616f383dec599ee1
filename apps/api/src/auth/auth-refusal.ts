import type { ServerResponse } from "node:http";

/**
 * A refusal of `/auth` whose code the interface below `/v1` does not know: those of better-auth, in capitals, and those of
 * our own operations on accounts.
 */
export class AuthRefusal extends Error {
  override name = "AuthRefusal";
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** One answer for every sign-in that fails: an address unknown, a wrong password, an account that is disabled. */
export const signInRefused = () => new AuthRefusal(401, "INVALID_EMAIL_OR_PASSWORD", "Invalid email or password");

/** Answers it in the form that all errors have. */
export const answerAuthRefusal = (response: ServerResponse, { status, code, message }: AuthRefusal): void => {
  const body = Buffer.from(JSON.stringify({ code, message: message.toWellFormed(), status }));
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8", "Content-Length": body.length });
  response.end(body);
};
