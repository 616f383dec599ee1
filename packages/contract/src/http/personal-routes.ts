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

/** Whether a response of a route can tell of a person. */
export const tellsOfPersons = (route: AppRoute): boolean => personalAnswerOf(route).length > 0;

const shapeOf = (schema: unknown): Readonly<Record<string, unknown>> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/**
 * Whether a log may have the value of a parameter: one that the route declares and that is not marked. What it does not
 * declare may be anything that somebody typed.
 * @param name - Decoded.
 */
export const isLoggable = (route: AppRoute, place: "query" | "path", name: string): boolean => {
  const schema = shapeOf(place === "query" ? route.query : route.pathParams)[name];
  return schema !== undefined && personalFieldsOf(schema).length === 0;
};
