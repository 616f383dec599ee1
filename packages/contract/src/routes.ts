import { type AppRoute, type AppRouter, ContractNoBody, isAppRoute } from "@ts-rest/core";
import type { RouteMetadata } from "./metadata.js";

/** A route of the contract with its operation's name and metadata. */
export type ContractRoute = {
  readonly operationId: string;
  readonly route: AppRoute;
  readonly metadata: RouteMetadata;
};

/** The metadata of a route. Each route of this contract bears one. */
export const routeMetadata = (route: AppRoute): RouteMetadata => route.metadata as RouteMetadata;

/** Whether requests of a route bring a body. */
export const takesBody = (route: AppRoute): boolean => "body" in route && route.body !== ContractNoBody;

/** Whether requests of a route may name themselves with `Idempotency-Key`. */
export const takesIdempotencyKey = (route: AppRoute): boolean => "idempotency-key" in ((route.headers ?? {}) as object);

/** All routes of a router in the order of their writing, nested ones included. */
export const listRoutes = (router: AppRouter): ContractRoute[] =>
  Object.entries(router).flatMap(([name, entry]) =>
    isAppRoute(entry) ? [{ operationId: name, route: entry, metadata: routeMetadata(entry) }] : listRoutes(entry),
  );
