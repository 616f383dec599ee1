import type { AppRoute } from "@ts-rest/core";
import * as z from "zod";

/**
 * The schemas of what tells of a person: of customers, of staff, and texts that staff write about either. It is not
 * the registry of the documents, so that a mark changes nothing in them.
 */
const marks = z.registry<{ readonly personal: true }>();

/** Marks a field as personal. The mark stays on what `meta` makes of the schema, and inside of what wraps it. */
export const personal = <Schema extends z.ZodType>(schema: Schema): Schema =>
  (schema as z.ZodType).register(marks, { personal: true }) as Schema;

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.core.$ZodType;

/** The schemas directly inside of one: of its fields, entries, options, or of what it wraps. */
const partsOf = (schema: z.ZodType): z.ZodType[] => {
  const definition = schema.def as unknown as Readonly<Record<string, unknown>>;
  const getter = definition["getter"];
  const parts = Object.entries(definition).flatMap(([name, part]) =>
    name === "shape" ? Object.values(part as object) : Array.isArray(part) ? part : [part],
  );
  return [...parts, typeof getter === "function" ? getter() : undefined].filter(isSchema);
};

/** Whether a schema, or one within it, is marked. */
export const hasPersonal = (schema: unknown, seen = new Set<unknown>()): boolean => {
  if (!isSchema(schema) || seen.has(schema)) return false;
  seen.add(schema);
  return marks.get(schema) !== undefined || partsOf(schema).some((part) => hasPersonal(part, seen));
};

/** ts-rest wraps the schemas of what is not JSON. */
const bodyOf = (response: unknown): unknown =>
  typeof response === "object" && response !== null && "contentType" in response && "body" in response
    ? response.body
    : response;

const known = new WeakMap<AppRoute, boolean>();

/** Whether a successful response of a route can tell of a person. */
export const tellsOfPersons = (route: AppRoute): boolean => {
  const before = known.get(route);
  if (before !== undefined) return before;
  const found = Object.entries(route.responses).some(
    ([status, response]) => Number(status) < 300 && hasPersonal(bodyOf(response)),
  );
  known.set(route, found);
  return found;
};

/** The names of a route's query parameters that are marked: logs have none of their values. */
export const personalParametersOf = (route: AppRoute): string[] =>
  route.query instanceof z.ZodObject
    ? Object.entries(route.query.shape).flatMap(([name, schema]) => (hasPersonal(schema) ? [name] : []))
    : [];
