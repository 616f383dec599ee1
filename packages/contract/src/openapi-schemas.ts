import * as z from "zod";

export type Json = Record<string, unknown>;
export type JsonSchema = Json & {
  $defs?: Record<string, Json>;
  properties?: Record<string, Json>;
  required?: string[];
};

type JsonSchemaParts = {
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string;
  readonly properties?: Record<string, Json>;
  readonly items?: Json;
  readonly anyOf?: readonly Json[];
};

const refer = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

const MAX_INT32 = 2 ** 31 - 1;

/**
 * A generated client needs to know which integers exceed 32 bits. The others have no format, as in the published
 * interface: with one, Go and Rust programs over a client generated before no longer compile.
 */
const addIntegerFormat = ({ jsonSchema: schema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (schema.type !== "integer" || schema.format !== undefined) return;
  if ((schema.maximum ?? Infinity) > MAX_INT32) schema.format = "int64";
};

/** Converts zod schemas to JSON Schema 2020-12 and collects the named ones as components. */
export const schemaCollector = () => {
  const components: Record<string, Json> = {};
  const transform = (schema: unknown, io: "input" | "output"): JsonSchema => {
    const {
      $schema: _,
      $defs = {},
      ...rest
    } = z.toJSONSchema(schema as z.ZodType, {
      io,
      override: addIntegerFormat,
    }) as JsonSchema;
    for (const [name, definition] of Object.entries($defs)) components[name] = refer(definition) as Json;
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

/** The document shows the parsed type of a parameter (output); its input type tells whether it is required. */
export const parameterSchema = (
  schema: unknown,
  transform: ReturnType<typeof schemaCollector>["transform"],
): JsonSchema => ({
  ...transform(schema, "output"),
  required: transform(schema, "input").required ?? [],
});

const refersTo = (schema: Json, components: Record<string, Json>): Json =>
  typeof schema["$ref"] === "string" ? (components[schema["$ref"].replace(/^.*\//, "")] ?? {}) : schema;

/** An example of a schema: its own, else one composed of the examples of its parts. */
const exampleOf = (given: Json, components: Record<string, Json>): unknown => {
  const schema = given["examples"] ? given : refersTo(given, components);
  const { examples, enum: values, const: only, type, properties, items, anyOf } = schema as JsonSchemaParts;
  if (examples) return examples[0];
  if (values) return values[0];
  if (only !== undefined) return only;
  if (anyOf?.[0]) return exampleOf(anyOf[0], components);
  if (type === "boolean") return false;
  if (type === "array") return items ? [exampleOf(items, components)] : [];
  const parts = Object.entries(properties ?? {}).map(([name, part]) => [name, exampleOf(part, components)]);
  return type === "object" ? Object.fromEntries(parts) : undefined;
};

/** Gives each component an example, unless its values are listed or it has one already. */
export const addExamples = (components: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [
      name,
      schema["enum"] || schema["examples"] ? schema : { ...schema, examples: [exampleOf(schema, components)] },
    ]),
  );
