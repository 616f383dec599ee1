import { type AppRoute, type AppRouter, isAppRoute } from "@ts-rest/core";
import { traceOperation } from "../tracing/trace-operation.js";
import type { Tracing } from "../tracing/tracing.js";
import type { Mutation } from "./mutation.js";
import type { Operation } from "./operation.js";
import { createRunMutation, type MutationDeps, type RunMutation } from "./run-mutation.js";

/**
 * All operations of a contract. A read is a function, and an operation that changes something is a {@link Mutation}.
 */
export type Operations<Routes extends AppRouter> = {
  [Name in keyof Routes]: Routes[Name] extends AppRoute
    ? Routes[Name] extends { method: "GET" }
      ? Operation<Routes[Name]>
      : Mutation<Routes[Name]>
    : Routes[Name] extends AppRouter
      ? Operations<Routes[Name]>
      : never;
};

/** Finds the mutations by their routes. */
export type RunMutations = {
  readonly of: <Route extends AppRoute>(route: Route) => RunMutation<Route>;
};

/** The type of {@link Operations} for code that walks over the contract and does not know the individual routes. */
export type OperationTree = { readonly [name: string]: object };

const mutationsOf = (
  routes: AppRouter,
  operations: OperationTree,
): (readonly [string, AppRoute, Mutation<AppRoute>])[] =>
  Object.entries(routes).flatMap(([name, route]) =>
    isAppRoute(route)
      ? route.method === "GET"
        ? []
        : [[name, route, operations[name] as Mutation<AppRoute>] as const]
      : mutationsOf(route, operations[name] as OperationTree),
  );

/** Creates one function for each route, which Express and the fast path share, so that they also share its batches. */
export const createRunMutations = (
  deps: MutationDeps & { readonly tracing: Tracing | undefined },
  routes: AppRouter,
  operations: OperationTree,
): RunMutations => {
  const byRoute = new Map(
    mutationsOf(routes, operations).map(([name, route, mutation]) => [
      route,
      traceOperation(deps.tracing, name, createRunMutation(deps, name, mutation)),
    ]),
  );
  return {
    of: (route) => {
      const run = byRoute.get(route) as RunMutation<typeof route> | undefined;
      if (run === undefined) throw new TypeError(`${route.method} ${route.path} has no mutation.`);
      return run;
    },
  };
};
