import { vi } from "vitest";
import { type ClientOptions, createClient } from "../../src/client/index.js";
import { petOf } from "./pets.js";

export const frank = petOf({ id: 7 });
export const etag = '"Jx0c2WqTz0mGd5Vb3o1R9A"';
export const newPet = { body: { name: "Frank", categoryId: 1 } };

export type Sent = { readonly url: string; readonly init: RequestInit & { readonly headers: Headers } };
type Step = Response | Error | ((sent: Sent) => Response | Promise<Response>);

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
export const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { code, message: `it is ${code}`, status }, { "x-request-id": "r-1", ...headers });
export const broken = () =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });

/** A `fetch` that never answers, and rejects when the attempt ends. */
export const silent = ({ init }: Sent) =>
  new Promise<Response>((_, reject) => {
    init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
  });

/** A client whose `fetch` runs these steps, one for each attempt. */
export const scripted = (steps: readonly Step[], options: Partial<ClientOptions> = {}) => {
  const sent: Sent[] = [];
  const left = [...steps];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const one = { url: url as string, init: { ...init, headers: new Headers(init.headers) } };
    sent.push(one);
    const step = left.shift();
    if (step === undefined) throw new Error(`an attempt too many: ${one.url}`);
    if (step instanceof Error) throw step;
    return typeof step === "function" ? step(one) : step;
  };
  const client = createClient({ baseUrl: "https://pets.example/v1", apiKey: "pets_live_1", fetch, ...options });
  return { client, sent };
};

export const keyOf = ({ init }: Sent) => init.headers.get("idempotency-key");

/** Returns the error that `work` rejects with. */
export const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => {
      throw new Error(`it resolved to ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );

/** Runs everything that waits, without waiting for it: the timers are fake. */
export const hurry = async <Result>(work: Promise<Result>): Promise<Result> => {
  const state = { isDone: false };
  const done = work.finally(() => {
    state.isDone = true;
  });
  done.catch(() => {});
  while (!state.isDone) await vi.advanceTimersByTimeAsync(1_000);
  return done;
};
