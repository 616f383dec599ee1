import * as z from "zod";
import { withNullableTypes } from "./nullable-types.js";

export type Json = Record<string, unknown>;
export type JsonSchema = Json & {
  $defs?: Record<string, Json>;
  properties?: Record<string, Json>;
  required?: string[];
};

type JsonSchemaParts = {
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly "x-extensible-enum"?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string | readonly string[];
  readonly properties?: Record<string, Json>;
  readonly items?: Json;
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
};

const refer = (schema: unknown): unknown =>
  withNullableTypes(JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')));

const MAX_INT32 = 2 ** 31 - 1;

/**
 * A generated client must know which integers can exceed 32 bits. The other integers have no format, as in the
 * published interface: if they got one, Go and Rust programs would no longer compile with a newly generated client.
 */
const addIntegerFormat = ({ jsonSchema: schema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (schema.type !== "integer" || schema.format !== undefined || schema.enum !== undefined) return;
  if ((schema.maximum ?? Infinity) > MAX_INT32) schema.format = "int64";
};

/** The schemas of the published interface. `/v1` never adds a field to them. */
const publishedSchemas: readonly string[] = ["Pet", "Error"];

/** Whether a schema describes what the service reads or what it answers. */
export type Side = "request" | "response";

type Override = Parameters<NonNullable<z.core.JSONSchemaGeneratorParams["override"]>>[0];

/** The service sends only what its schemas declare, but clients must accept what a later version adds. */
const addCompatibility = ({ zodSchema, jsonSchema: schema }: Override, side: Side): void => {
  const isPublished = publishedSchemas.includes(String(z.globalRegistry.get(zodSchema)?.id));
  if (side === "request") {
    delete schema["x-extensible-enum"];
    return;
  }
  if (isPublished) return;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema["x-extensible-enum"] !== undefined) delete schema.enum;
};

/** Converts zod schemas to JSON Schema 2020-12 and collects the named ones as components. */
export const schemaCollector = () => {
  const components: Record<string, Json> = {};
  const inRequests = new Set<string>();
  const transform = (schema: unknown, io: "input" | "output", side: Side): JsonSchema => {
    const override = (context: Override) => {
      addIntegerFormat(context);
      addCompatibility(context, side);
    };
    const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema as z.ZodType, { io, override }) as JsonSchema;
    for (const [name, definition] of Object.entries($defs)) {
      if (side === "request") inRequests.add(name);
      // A component that is also used in requests refuses unknown fields, as requests do.
      if (side === "request" || !inRequests.has(name)) components[name] = refer(definition) as Json;
    }
    return refer(rest) as JsonSchema;
  };
  return { components, transform };
};

/** The components that a value refers to, directly or transitively. */
export const usedComponents = (components: Record<string, Json>, from: unknown): Record<string, Json> => {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(components[name]);
    }
  };
  visit(from);
  return Object.fromEntries(Object.entries(components).filter(([name]) => used.has(name)));
};

/**
 * The document shows the type that a parameter has after parsing (output). But whether it is required depends on the
 * type before parsing (input).
 */
export const parameterSchema = (
  schema: unknown,
  transform: ReturnType<typeof schemaCollector>["transform"],
): JsonSchema => ({
  ...transform(schema, "output", "request"),
  required: transform(schema, "input", "request").required ?? [],
});

const refersTo = (schema: Json, components: Record<string, Json>): Json =>
  typeof schema["$ref"] === "string" ? (components[schema["$ref"].replace(/^.*\//, "")] ?? {}) : schema;

/** Returns an example of a schema: its own or, if it has none, one that is composed of the examples of its parts. */
const exampleOf = (given: Json, components: Record<string, Json>): unknown => {
  const schema = given["examples"] ? given : refersTo(given, components);
  const { examples, const: only, properties, items, anyOf, oneOf = anyOf, ...listed } = schema as JsonSchemaParts;
  const [type] = [listed.type ?? []].flat();
  const values = listed.enum ?? listed["x-extensible-enum"];
  if (examples) return examples[0];
  if (values) return values[0];
  if (only !== undefined) return only;
  if (oneOf?.[0]) return exampleOf(oneOf[0], components);
  if (type === "boolean") return false;
  if (type === "array") return items ? [exampleOf(items, components)] : [];
  const parts = Object.entries(properties ?? {}).map(([name, part]) => [name, exampleOf(part, components)]);
  return type === "object" ? Object.fromEntries(parts) : undefined;
};

/**
 * Gives each component an example, composed of those of its parts, unless it lists its values or already has one.
 */
export const addExamples = (components: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [
      name,
      schema["enum"] || schema["x-extensible-enum"] || schema["examples"]
        ? schema
        : { ...schema, examples: [exampleOf(schema, components)] },
    ]),
  );
