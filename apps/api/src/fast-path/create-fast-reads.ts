import { BASE_PATH, contract } from "@petstore/contract";
import type { AppRoute } from "@ts-rest/core";
import type { z } from "zod";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Deps } from "../deps.js";
import { toCachedResponse } from "../gate/send-cached-response.js";
import type { FastRead, FastReads } from "../gate/fast-path.js";
import { readQuery } from "../http/read-query.js";
import type { MutationAnswer } from "../http/run-mutation.js";
import { assertMatchesContract, tagOf } from "../http/conditional-requests.js";

type Operation = (input: { params: unknown; query: unknown; headers: object }, flow: Flow) => Promise<MutationAnswer>;

/** What stands in the places of the route's parameters. @param path - One that the route has. */
const paramsOf = (route: AppRoute, path: string) => {
  const segments = path.slice(BASE_PATH.length).split("/");
  const names = route.path.split("/").map((name, at) => [name, segments[at] ?? ""] as const);
  const params = names.filter(([name]) => name.startsWith(":"));
  return Object.fromEntries(params.map(([name, value]) => [name.slice(1), decodeURIComponent(value)]));
};

const parse = (schema: unknown, value: unknown): z.ZodSafeParseResult<unknown> =>
  (schema as z.ZodType).safeParse(value);

const queryOf = (query: string) => {
  try {
    return readQuery(query);
  } catch {
    return undefined;
  }
};

const fastRead =
  (deps: Pick<Deps, "isResponseValidated">, route: AppRoute, operation: Operation): FastRead =>
  (target) => {
    const end = target.indexOf("?");
    const [path, given] = end < 0 ? [target, ""] : [target.slice(0, end), target.slice(end + 1)];
    const params = route.pathParams === undefined ? undefined : parse(route.pathParams, paramsOf(route, path));
    const query = parse(route.query, queryOf(given));
    if (params?.success === false || !query.success) return undefined;
    return async (flow) => {
      const answer = await operation({ params: params?.data, query: query.data, headers: {} }, flow);
      if (deps.isResponseValidated) assertMatchesContract(route, answer);
      const { text, tag } = tagOf(answer);
      return { dependency: answer.dependency, answer: toCachedResponse(text, tag, answer.headers ?? {}) };
    };
  };

type Name = "listPets" | "getPet";

/**
 * The same reads that Express serves, with the same schemas and operations, for requests that ask for nothing but what their
 * target names: most of what a read costs there is Express and ts-rest. What a schema refuses is left to them to explain.
 */
export const createFastReads = (
  deps: Pick<Deps, "isResponseValidated">,
  operations: Readonly<Record<Name, unknown>>,
): FastReads =>
  new Map(
    (["listPets", "getPet"] as const).map((name) => {
      const route = contract.pets[name];
      return [route, fastRead(deps, route, operations[name] as Operation)];
    }),
  );
