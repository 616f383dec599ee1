import { createClient } from "@petstore/contract/client";
import { type AnyResponse, ApiError, toApiError, toFailure } from "./api-error";
import { authClient } from "./auth-client";
import { earlyFetch } from "./early-answers";
import { reauthentication } from "../session/reauthentication";
import { session } from "../session/session";

// The client does not retry, because the pages do it themselves: they tell the person that they are waiting, and the
// person can stop it.
const common = { baseUrl: "/v1", apiKey: session.key, maxRetries: 0 } as const;
const client = createClient({ ...common, fetch: earlyFetch });

/** Returns the same client with another `fetch`. */
export const clientOver = (fetch: typeof globalThis.fetch): typeof client => createClient({ ...common, fetch });

type Ok<Response> = Extract<Response, { status: 200 | 201 | 202 | 204 }>;

/** Imports take longer than the client's `timeoutMs`. */
export type CallOptions = { readonly signal?: AbortSignal; readonly timeoutMs?: number };

const attempt = async <Response extends AnyResponse>(call: () => Promise<Response>): Promise<Response> => {
  try {
    return await call();
  } catch (error) {
    throw toFailure(error);
  }
};

/**
 * Sends a request. If the service wants a recent proof of who the person is, the person gives it, and the request is
 * sent again.
 */
const sendProven = async <Response extends AnyResponse>(send: () => Promise<Response>): Promise<Response> => {
  const response = await send();
  if (response.status !== 403 || toApiError(response).code !== "reauthentication_required") return response;
  await reauthentication.ask();
  return send();
};

/**
 * Calls an operation of `/v1`: `ask((api, options) => api.orders.getOrder({ params, ...options }))`. A key that has
 * ended is renewed, and the request is sent once more.
 * @returns the answer, of a status below 300
 * @throws {ApiError}
 */
export const ask = async <Response extends AnyResponse>(
  call: (api: typeof client, options: CallOptions) => Promise<Response>,
  options: CallOptions = {},
): Promise<Ok<Response>> => {
  const send = () => attempt(() => call(client, options));
  const response = await sendProven(async () => {
    const first = await send();
    if (first.status !== 401) return first;
    session.forgetKey();
    return send();
  });
  if (response.status >= 300) throw toApiError(response);
  return response as Ok<Response>;
};

/** Sends a request in the background. If it is refused, nobody is asked to sign in. @throws {ApiError} */
export const askUnseen = async <Response extends AnyResponse>(
  call: (api: typeof client, options: CallOptions) => Promise<Response>,
  options: CallOptions,
): Promise<Ok<Response>> => {
  const response = await attempt(() => call(client, options));
  if (response.status >= 300) throw toApiError(response);
  return response as Ok<Response>;
};

/**
 * Does what {@link ask} does, for `/auth`. If the session has ended, the person signs in without leaving the page, and
 * the request is sent again. The same happens if it needs a recent proof of who they are.
 */
export const askAuth = async <Response extends AnyResponse>(
  call: (auth: typeof authClient, options: CallOptions) => Promise<Response>,
  options: CallOptions = {},
): Promise<Ok<Response>> => {
  const response = await sendProven(() => session.send(() => attempt(() => call(authClient, options))));
  if (response.status >= 300) throw toApiError(response);
  return response as Ok<Response>;
};

export { ApiError };
