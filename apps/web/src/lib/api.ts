import { createClient } from "@petstore/contract/client";
import { ApiError, toApiError, toFailure } from "./api-error";
import { authClient } from "./auth-client";
import { session } from "./session";

const client = createClient({ baseUrl: "/v1", apiKey: session.key });

type AnyResponse = { readonly status: number; readonly body: unknown; readonly headers: Headers };
type Ok<Response> = Extract<Response, { status: 200 | 201 | 204 }>;

/** A request is given up after so long; imports have a deadline of their own. */
const DEADLINE_MS = 30_000;

export type RequestOptions = { readonly signal?: AbortSignal; readonly deadlineMs?: number };

const attempt = async <Response extends AnyResponse>(
  call: (fetchOptions: { readonly signal: AbortSignal }) => Promise<Response>,
  { signal, deadlineMs = DEADLINE_MS }: RequestOptions,
): Promise<Response> => {
  const deadline = AbortSignal.timeout(deadlineMs);
  try {
    return await call({ signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]) });
  } catch (error) {
    throw toFailure(error);
  }
};

/**
 * Calls an operation of `/v1`: `ask((api, fetchOptions) => api.orders.getOrder({ params, fetchOptions }))`. A key that
 * has ended is renewed, and the request is sent once more.
 * @returns the answer, of a status below 300
 * @throws {ApiError}
 */
export const ask = async <Response extends AnyResponse>(
  call: (api: typeof client, fetchOptions: { readonly signal: AbortSignal }) => Promise<Response>,
  options: RequestOptions = {},
): Promise<Ok<Response>> => {
  const send = (fetchOptions: { readonly signal: AbortSignal }) => call(client, fetchOptions);
  let response = await attempt(send, options);
  if (response.status === 401) {
    session.forgetKey();
    response = await attempt(send, options);
  }
  if (response.status >= 300) throw toApiError(response);
  return response as Ok<Response>;
};

/** As {@link ask}, for `/auth`. A session that has ended is asked for on the spot, and the request is sent again. */
export const askAuth = async <Response extends AnyResponse>(
  call: (auth: typeof authClient, fetchOptions: { readonly signal: AbortSignal }) => Promise<Response>,
  options: RequestOptions = {},
): Promise<Ok<Response>> => {
  const send = (fetchOptions: { readonly signal: AbortSignal }) => call(authClient, fetchOptions);
  let response = await attempt(send, options);
  if (response.status === 401 && toApiError(response).code === "unauthorized") {
    await session.waitForSignIn();
    response = await attempt(send, options);
  }
  if (response.status >= 300) throw toApiError(response);
  return response as Ok<Response>;
};

export { ApiError };
