import { type Agent, type IncomingHttpHeaders, request } from "node:http";

export type Asking = {
  readonly method: string;
  readonly path: string;
  readonly key?: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
};

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

/**
 * `closed` means that the connection was closed or refused without a response. `late` means that no response arrived
 * within the client's timeout.
 */
export type Outcome = Answer | "closed" | "late";

const TIMEOUT_MS = 15_000;

/** Sends one request. It never rejects. */
export const ask = (
  agent: Agent,
  origin: string,
  { method, path, key, body, idempotencyKey }: Asking,
  timeoutMs = TIMEOUT_MS,
) =>
  new Promise<Outcome>((resolve) => {
    const headers = {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    };
    const sent = request(`${origin}${path}`, { agent, method, headers });
    const timer = setTimeout(() => {
      resolve("late");
      sent.destroy();
    }, timeoutMs);
    const settle = (outcome: Outcome) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    sent.once("error", () => settle("closed"));
    sent.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", () => settle("closed"));
      response.once("end", () => {
        const { statusCode = 0 } = response;
        settle({ status: statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() });
      });
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
