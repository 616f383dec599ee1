import type { IncomingMessage } from "node:http";
import { readHeaders } from "@petstore/contract";
import type { AppRoute } from "@ts-rest/core";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Deps } from "../deps.js";
import type { FastHandler } from "../gate/fast-path.js";
import { assertMatchesContract, tagOf } from "../http/conditional-requests.js";
import type { AnyAnswer, Input } from "../operation/operation.js";
import { parseInput } from "./parse-input.js";
import { type Read, readThroughCache } from "./read-through-cache.js";
import { sendCachedResponse, toCachedResponse } from "./send-cached-response.js";

/** Whether the response depends on the target and `If-None-Match` only. */
const isFastRead = ({ headers }: IncomingMessage): boolean =>
  headers["prefer"] === undefined &&
  (headers["if-none-match"] === undefined || readHeaders["if-none-match"].safeParse(headers["if-none-match"]).success);

/**
 * Answers a read from the response cache, else runs the operation as Express would: by the same schemas, with the same
 * entity tag. Express explains what a schema refuses.
 */
export const fastRead = <Route extends AppRoute>(
  { isResponseValidated, responseCache }: Pick<Deps, "isResponseValidated" | "responseCache">,
  route: Route,
  operation: (input: Input<Route>, flow: Flow) => Promise<AnyAnswer>,
): FastHandler => {
  const prepare = (target: string): Read | undefined => {
    const input = parseInput(route, { target });
    if (input === undefined) return undefined;
    return async (flow) => {
      const answer = await operation(input, flow);
      if (isResponseValidated) assertMatchesContract(route, answer);
      const { text, tag } = tagOf(answer);
      return { dependency: answer.dependency, answer: toCachedResponse(text, tag, answer.headers ?? {}) };
    };
  };
  return (context, { flow }) => {
    if (!isFastRead(context.request)) return false;
    const found = readThroughCache(responseCache, prepare, context.request.url ?? "", flow);
    if (!(found instanceof Promise)) return found !== undefined && sendCachedResponse(context, found, true);
    return found.then((read) => read !== undefined && sendCachedResponse(context, read, false));
  };
};
