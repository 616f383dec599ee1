import { contract, listRoutes } from "@petstore/contract/routes";
import type { AppRoute, ServerInferResponses } from "@ts-rest/core";
import type { Flow } from "../concurrency/fair-queue.js";
import type { Lanes } from "../concurrency/lanes.js";
import type { AnyAnswer, Input, Operation } from "../operation/operation.js";
import { laneOf } from "../operation/operation-lanes.js";
import type { Principal } from "../operation/principal.js";
import { valueOf } from "../operation/raw-json.js";
import { includesScope } from "./scopes.js";

type QueryOf<Route extends AppRoute> = Input<Route> extends { query: infer Query } ? Query : never;
export type BodyOf<Route extends AppRoute> = Extract<ServerInferResponses<Route>, { status: 200 }>["body"];

const routes = new Map<AppRoute, ReturnType<typeof listRoutes>[number]>(
  listRoutes(contract).map((one) => [one.route, one]),
);

/**
 * Reads the parts of a response as if the key had called their own operations: in their lanes, so that the key keeps to its share of
 * the connections, and only as far as its scope allows.
 */
export const createReads = (lanes: Lanes, flow: Flow, reader: Principal | undefined) => {
  const run = <Result>(route: AppRoute, work: () => Promise<Result>): Promise<Result> => {
    const lane = laneOf(routes.get(route)?.operationId ?? "", route.method);
    return lane === undefined ? work() : lanes[lane].run(flow, work);
  };
  const ask = async <Route extends AppRoute>(route: Route, operation: Operation<Route>, query: QueryOf<Route>) => {
    const read = operation as (input: object, ...rest: [Flow, Principal | undefined]) => Promise<AnyAnswer>;
    const { body, headers } = await run(route, () => read({ query, headers: {} }, flow, reader));
    // If the first page has links, there is a next page.
    const hasMore = headers?.["Link"] !== undefined;
    return { body: valueOf(body) as BodyOf<Route>, hasMore };
  };
  const ifMay = async <Result>(route: AppRoute, work: () => Promise<Result>): Promise<Result | undefined> => {
    const scope = routes.get(route)?.metadata.scope ?? "admin";
    return reader !== undefined && includesScope(reader.scope, scope) ? work() : undefined;
  };
  return { run, ask, ifMay };
};
