import { IdempotencyKey, MAX_BODY_BYTES, routeMetadata, takesIdempotencyKey } from "@petstore/contract/routes";
import type { IncomingMessage } from "node:http";
import type { AppRoute } from "@ts-rest/core";
import type { FastHandler } from "../gate/fast-path.js";
import { fieldValuesOf } from "../gate/open-context.js";
import { assertMatchesContract, unsupportedPreconditions } from "../request/conditional-requests.js";
import { fingerprintOf, parseBody, readBytes } from "../request/body/read-body.js";
import { holdBody } from "../request/body/receive-body.js";
import type { KeyedRequest } from "../operation/idempotency/keyed-request.js";
import type { RunMutation } from "../operation/run-mutation.js";
import { parseInput } from "../request/parse-input.js";
import { deferWrite, jsonFields, toFields } from "./write-response.js";

/**
 * Express parses larger bodies, in their turn of the lane, so that a key which sends many of them delays only itself.
 */
const MAX_PARSED_BYTES = 16_384;

type ReadKey = { readonly key: string | undefined; readonly isValid: boolean };

const readKey = (route: AppRoute, request: IncomingMessage): ReadKey => {
  if (!takesIdempotencyKey(route)) return { key: undefined, isValid: true };
  const [field, ...others] = fieldValuesOf(request, "idempotency-key");
  if (field === undefined) return { key: undefined, isValid: true };
  const key = IdempotencyKey.safeParse(field).data;
  return { key, isValid: others.length === 0 && key !== undefined };
};

/** Leaves queries, large bodies, and invalid or unsupported input to Express. */
export const fastMutation = <Route extends AppRoute>(
  { isResponseValidated }: { readonly isResponseValidated: boolean },
  route: Route,
  runMutation: RunMutation<Route>,
): FastHandler => {
  const { maxBodyBytes = MAX_BODY_BYTES } = routeMetadata(route);
  // A repeat goes to Express, which sees the first request's lock. Here it would wait behind the batch of that request.
  const inFlight = new Set<string>();
  return (context, caller) => {
    const { request, response } = context;
    const target = request.url ?? "";
    const { key, isValid } = readKey(route, request);
    if (!isValid || target.includes("?") || unsupportedPreconditions(route, request.headers).length > 0) return false;
    const keyedRequestOf = async (idempotencyKey: string, bytes: Buffer): Promise<KeyedRequest> => {
      const fingerprint = await fingerprintOf(request, target, bytes);
      context.fingerprint = fingerprint;
      return { accountId: caller.account.id, idempotencyKey, fingerprint };
    };
    const run = async () => {
      const bytes = await readBytes(context, maxBodyBytes);
      const releaseBody = holdBody(context);
      return mutate(bytes).finally(releaseBody);
    };
    const mutate = async (bytes: Buffer) => {
      context.body = bytes;
      if (bytes.length > MAX_PARSED_BYTES) return false;
      const keyed = key === undefined ? undefined : await keyedRequestOf(key, bytes);
      const name = keyed && `${keyed.accountId} ${keyed.idempotencyKey}`;
      if (name !== undefined && inFlight.has(name)) return false;
      const input = parseInput(route, { target, headers: request.headers, readBody: () => parseBody(request, bytes) });
      if (input === undefined) return false;
      if (name !== undefined) inFlight.add(name);
      const call = runMutation({ input, caller, keyed });
      const answer = await call.finally(() => name !== undefined && inFlight.delete(name));
      if (isResponseValidated) assertMatchesContract(route, answer);
      const text = JSON.stringify(answer.body);
      const fields = toFields({ ...answer.headers, ...jsonFields(Buffer.byteLength(text)) });
      deferWrite(context, () => {
        context.fields.writeHead(answer.status, fields);
        response.end(text);
      });
      return true;
    };
    return run();
  };
};
