import { type AppRoute, type AppRouter, ContractNoBody, isAppRoute, isAppRouteOtherResponse } from "@ts-rest/core";
import type { RouteMetadata } from "./metadata.js";

/** A route of the contract with its operationId and metadata. */
export type ContractRoute = {
  readonly operationId: string;
  readonly route: AppRoute;
  readonly metadata: RouteMetadata;
};

/** The metadata of a route; every route of the contract has some. */
export const routeMetadata = (route: AppRoute): RouteMetadata => route.metadata as RouteMetadata;

/** Whether a route has a request body. */
export const takesBody = (route: AppRoute): boolean => "body" in route && route.body !== ContractNoBody;

/** The media type of a route's successful response; errors are always JSON. */
export const mediaTypeOf = (route: AppRoute): string => {
  const success = route.responses[200];
  return success !== undefined && isAppRouteOtherResponse(success) ? success.contentType : "application/json";
};

/** The media types of a route's successful response. The first is the usual one. */
export const answerTypesOf = (route: AppRoute): readonly string[] => [
  mediaTypeOf(route),
  ...Object.keys(routeMetadata(route).otherAnswerTypes ?? {}),
];

/** The message of a 406. @param types - The media types of the response. */
export const notAcceptableMessage = (types: readonly string[]): string =>
  `header Accept must allow ${types.join(" or ")}, the only media type${types.length === 1 ? "" : "s"} available`;

/** The media types of the body of a `PATCH`. Each is read as a JSON Merge Patch (RFC 7396). */
export const patchMediaTypes: readonly string[] = ["application/json", "application/merge-patch+json"];

/** The media types of a JSON body of a request with this method. The first is the usual one. */
export const bodyMediaTypes = (method: string | undefined): readonly string[] =>
  method === "PATCH" ? patchMediaTypes : ["application/json"];

/** Whether a route accepts `Idempotency-Key`. */
export const takesIdempotencyKey = (route: AppRoute): boolean => "idempotency-key" in ((route.headers ?? {}) as object);

/** Whether a route accepts `Action-Key`. */
export const takesActionKey = (route: AppRoute): boolean => "action-key" in ((route.headers ?? {}) as object);

/** All routes of a router in source order, including nested ones. */
export const listRoutes = (router: AppRouter): ContractRoute[] =>
  Object.entries(router).flatMap(([name, entry]) =>
    isAppRoute(entry) ? [{ operationId: name, route: entry, metadata: routeMetadata(entry) }] : listRoutes(entry),
  );
