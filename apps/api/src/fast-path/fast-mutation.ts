import { MAX_BODY_BYTES, routeMetadata } from "@petstore/contract";
import type { AppRoute } from "@ts-rest/core";
import type { Principal } from "../credentials/principal.js";
import type { Deps } from "../deps.js";
import type { FastHandler } from "../gate/fast-path.js";
import { assertMatchesContract } from "../http/conditional-requests.js";
import { parseBody, readBytes } from "../http/read-json-body.js";
import type { AnyAnswer, Input } from "../operation/operation.js";
import { parseInput } from "../http/parse-input.js";
import { deferWrite, jsonFields, toFields } from "./write-response.js";

/** Leaves queries, `Idempotency-Key`, invalid input and what `shortcut` declines to Express. */
export const fastMutation = <Route extends AppRoute>(
  { isResponseValidated }: Pick<Deps, "isResponseValidated">,
  route: Route,
  shortcut: (input: Input<Route>, caller: Principal) => Promise<AnyAnswer | undefined>,
): FastHandler => {
  const { maxBodyBytes = MAX_BODY_BYTES } = routeMetadata(route);
  return (context, caller) => {
    const { request, response } = context;
    const target = request.url ?? "";
    if (request.headers["idempotency-key"] !== undefined || target.includes("?")) return false;
    const run = async () => {
      const bytes = await readBytes(context, maxBodyBytes);
      context.body = bytes;
      const input = parseInput(route, { target, readBody: () => parseBody(request, bytes) });
      const answer = input && (await shortcut(input, caller));
      if (answer === undefined) return false;
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
