import { onTestFinished } from "vitest";
import type { User } from "@petstore/contract/client";
import { session } from "../../src/lib/session/session";

/** A request as the page sent it. */
export type Asked = {
  /** The method and the path, for example `POST /v1/pets`. */
  readonly line: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
};

type Answer = {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** If it throws, no answer arrives. */
export type Handler = (asked: Asked) => Answer | Promise<Answer>;

const oneKey: Handler = () => ({
  body: { key: "pets_live_test", expiresAt: new Date(Date.now() + 900_000).toISOString() },
  headers: { date: new Date().toUTCString() },
});

/** Returns a refusal as the service words it. */
export const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  body: { code, message: `It is ${code}.`, status },
  headers,
});

/** Returns a handler that answers only after it is released. */
export const held = (handler: Handler): { readonly answer: Handler; readonly release: () => void } => {
  const gate = Promise.withResolvers<void>();
  return { answer: (asked) => gate.promise.then(() => handler(asked)), release: gate.resolve };
};

/** Never answers. */
export const silence: Handler = () => new Promise(() => undefined);

/** Returns the handlers' answers in turn. The last one answers all later requests. */
export const inTurn = (...handlers: readonly Handler[]): Handler => {
  let count = 0;
  return (asked) => {
    const handler = handlers[Math.min(count, handlers.length - 1)];
    count += 1;
    if (handler === undefined) throw new Error("There is no handler.");
    return handler(asked);
  };
};

const toResponse = ({ status = 200, body, headers = {} }: Answer): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "x-request-id": "test", ...headers },
  });

const answerOf = async (handler: Handler, asked: Asked) => {
  // Each answer takes a moment. Without that, a page that polls endlessly would keep the test from ending.
  await new Promise((resolve) => setImmediate(resolve));
  return toResponse(await handler(asked));
};

/** Rejects when the page cancels the request. */
const endOf = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(signal?.reason as Error);
    if (signal?.aborted === true) end();
    else signal?.addEventListener("abort", end);
  });

/**
 * Answers the requests of the page until the test ends: `{ "GET /v1/pets": () => ({ body: [] }) }`.
 * @returns the requests so far, without the exchange for a key
 */
export const fakeService = (handlers: Readonly<Record<string, Handler>>): readonly Asked[] => {
  const all: Asked[] = [];
  const { fetch } = globalThis;
  const end = Promise.withResolvers<void>();
  globalThis.fetch = async (url, init = {}) => {
    const { pathname, searchParams } = new URL(url as string, "http://store.test");
    const line = `${init.method ?? "GET"} ${pathname}`;
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const asked = { line, query: searchParams, headers: new Headers(init.headers), body };
    const handler = handlers[line];
    if (handler !== undefined) all.push(asked);
    else if (line !== "POST /auth/key") throw new Error(`Nobody answers ${line}.`);
    const ended = end.promise.then(() => toResponse(refusal(500, "internal_error")));
    return Promise.race([ended, endOf(init.signal), answerOf(handler ?? oneKey, asked)]);
  };
  onTestFinished(async () => {
    // Requests that are still waiting must not affect the next test.
    end.resolve();
    // The key must not affect it either, because the test files of a worker share the session.
    session.forgetKey();
    await new Promise((resolve) => setTimeout(resolve, 1));
    globalThis.fetch = fetch;
  });
  return all;
};

/** Returns an account of staff. */
export const userOf = (role: User["role"], fields: Partial<User> = {}): User => ({
  id: 7,
  email: "mara@store.example",
  name: "Mara",
  role,
  banned: false,
  banReason: null,
  invited: false,
  secondFactor: false,
  createdAt: "2026-11-21T09:30:00.000Z",
  updatedAt: "2026-11-21T09:30:00.000Z",
  ...fields,
});

/** Signs in an account of this role. */
export const actAs = (role: User["role"], fields: Partial<User> = {}): void =>
  session.state.set({ phase: "signed-in", user: userOf(role, fields), mustEnrol: false, hasEnded: false });
