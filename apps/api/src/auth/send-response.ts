import type { ServerResponse } from "node:http";
import { AuthRefusal } from "./auth-refusal.js";

/** better-auth's refusal as ours: with a `code` whatever it left out, and with the `status`. */
export const refusalOf = async (response: Response): Promise<AuthRefusal | Error> => {
  const { status, statusText } = response;
  // What went wrong inside is in the log.
  if (status >= 500) return new Error(`better-auth answered ${status}`);
  const text = await response.text();
  const { code, message } = (text === "" ? {} : JSON.parse(text)) as { code?: string; message?: string };
  const name = message ?? (statusText || `status ${status}`);
  return new AuthRefusal(status, code ?? name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_"), name);
};

/** Sends an answer on. @throws AuthRefusal where it is a refusal, which is answered in one place. */
export const sendResponse = async (answer: Response, response: ServerResponse): Promise<void> => {
  if (answer.status >= 400) throw await refusalOf(answer);
  const body = Buffer.from(await answer.arrayBuffer());
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("Set-Cookie", cookies);
  response.writeHead(answer.status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": body.length,
  });
  response.end(body);
};
