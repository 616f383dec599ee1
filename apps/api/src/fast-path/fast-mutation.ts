import { MAX_BODY_BYTES, routeMetadata } from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import type { FastHandler } from "../gate/fast-path.js";
import { assertMatchesContract } from "../request/response-validation.js";
import { parseBody, readBytes } from "../request/body/read-body.js";
import { holdBody } from "../request/body/receive-body.js";
import type { RunMutation } from "../operation/run-mutation.js";
import { callOf, noteFingerprint } from "../request/mutation-call.js";
import { parseInput } from "../request/parse-input.js";
import { deferWrite, jsonFields, toFields } from "./write-response.js";

/**
 * Express parses larger bodies while it holds a slot of the lane, so that a key which sends many large bodies delays
 * only itself.
 */
const MAX_PARSED_BYTES = 16_384;

/** Leaves requests with queries, large bodies, or invalid or unsupported input to Express. */
export const fastMutation = <Route extends AppRoute>(
  { isResponseValidated }: { readonly isResponseValidated: boolean },
  route: Route,
  runMutation: RunMutation<Route>,
): FastHandler => {
  const { maxBodyBytes = MAX_BODY_BYTES } = routeMetadata(route);
  // The idempotency keys of the requests in flight. If a request with such a key is repeated, Express handles the
  // repeat and sees that the first request holds the lock. Here, the repeat would wait behind the batch of the first
  // request.
  const inFlight = new Set<string>();
  return (context) => {
    const { request, response } = context;
    const target = request.url ?? "";
    if (target.includes("?")) return false;
    const run = async () => {
      const bytes = await readBytes(context, maxBodyBytes);
      const releaseBody = holdBody(context);
      return mutate(bytes).finally(releaseBody);
    };
    const mutate = async (bytes: Buffer) => {
      context.body = bytes;
      if (bytes.length > MAX_PARSED_BYTES) return false;
      await noteFingerprint(context, target, bytes);
      const readBody = () => parseBody(request, bytes);
      const { input } = parseInput(route, { target, headers: request.headers, readBody });
      if (input === undefined) return false;
      const call = callOf(context, route, input);
      const name = call.keyed && `${call.keyed.accountId} ${call.keyed.idempotencyKey}`;
      if (name !== undefined && inFlight.has(name)) return false;
      if (name !== undefined) inFlight.add(name);
      const answer = await runMutation(call).finally(() => name !== undefined && inFlight.delete(name));
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
