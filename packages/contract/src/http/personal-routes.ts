import { type AppRoute, isAppRouteOtherResponse } from "@ts-rest/core";
import * as z from "zod";
import { personalFieldsOf } from "./personal.js";

const known = new WeakMap<AppRoute, readonly string[]>();

/** The paths of the marked fields that a route's responses can have. */
export const personalAnswerOf = (route: AppRoute): readonly string[] => {
  const before = known.get(route);
  if (before !== undefined) return before;
  const found = Object.values(route.responses).flatMap((response) =>
    personalFieldsOf(isAppRouteOtherResponse(response) ? response.body : response),
  );
  known.set(route, found);
  return found;
};

/** Tells whether a response of a route can contain data about a person. */
export const tellsOfPersons = (route: AppRoute): boolean => personalAnswerOf(route).length > 0;

const shapeOf = (schema: unknown): Readonly<Record<string, unknown>> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/**
 * Tells whether a log may contain the value of a parameter. It may if the route declares the parameter and does not mark it as personal. A parameter that the route does not declare may have anything that somebody typed.
 * @param name - Decoded.
 */
export const isLoggable = (route: AppRoute, place: "query" | "path", name: string): boolean => {
  const schema = shapeOf(place === "query" ? route.query : route.pathParams)[name];
  return schema !== undefined && personalFieldsOf(schema).length === 0;
};
