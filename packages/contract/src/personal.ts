import { type AppRoute, isAppRouteOtherResponse } from "@ts-rest/core";
import * as z from "zod";

/** A field of a schema: `customer.email`. The items of a list have the name of the list. */
type Field = { readonly path: string; readonly schema: z.core.$ZodType };

const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === "object" && value !== null && "_zod" in value;

/**
 * Marks what says something of a person, or what staff write in their own words. Three things follow from it: no cache
 * stores a response that can have it ({@link canAnswerPersonal}), no log has it ({@link isLoggable}), and a test holds
 * that erasing a customer leaves none of it behind, or that docs/security.md says why it stays.
 */
export const personal = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.meta({ "x-personal": true }) as Schema;

type Part = [name: string, part: z.core.$ZodType];

/** What a schema is made of; a property has its name. */
const partsOf = (schema: z.core.$ZodType): Part[] =>
  Object.entries<unknown>(schema._zod.def as object as Record<string, unknown>).flatMap(([key, value]): Part[] => {
    if (isSchema(value)) return [["", value]];
    if (Array.isArray(value)) return value.filter(isSchema).map((part) => ["", part]);
    return key === "shape" ? Object.entries(value as Record<string, z.core.$ZodType>) : [];
  });

const isPersonal = (schema: z.core.$ZodType) => z.globalRegistry.get(schema)?.["x-personal"] === true;

const fieldsIn = ({ path, schema }: Field): Field[] =>
  isPersonal(schema)
    ? [{ path, schema }]
    : partsOf(schema).flatMap(([name, part]) =>
        fieldsIn({ path: [path, name].filter((step) => step !== "").join("."), schema: part }),
      );

/** The paths of the personal fields of a schema, each once: `customer.email`. */
export const personalFieldsOf = (schema: unknown): readonly string[] =>
  isSchema(schema) ? [...new Set(fieldsIn({ path: "", schema }).map(({ path }) => path))] : [];

/** The paths of the personal fields that a route's responses can have. */
export const personalAnswerOf = (route: AppRoute): readonly string[] =>
  Object.values(route.responses).flatMap((response) =>
    personalFieldsOf(isAppRouteOtherResponse(response) ? response.body : response),
  );

const canBePersonal = new WeakMap<AppRoute, boolean>();

/** Whether a response of a route can have a personal field. */
export const canAnswerPersonal = (route: AppRoute): boolean => {
  const known = canBePersonal.get(route);
  if (known !== undefined) return known;
  const isOne = personalAnswerOf(route).length > 0;
  canBePersonal.set(route, isOne);
  return isOne;
};

const shapeOf = (schema: unknown): Readonly<Record<string, z.core.$ZodType>> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/**
 * Whether a log may have the value of a parameter: one that the route declares and that is not personal. What it does not
 * declare may be anything that somebody typed.
 * @param name - Decoded.
 */
export const isLoggable = (route: AppRoute, place: "query" | "path", name: string): boolean => {
  const schema = shapeOf(place === "query" ? route.query : route.pathParams)[name];
  return schema !== undefined && personalFieldsOf(schema).length === 0;
};
