import { z } from "zod";

export type Json = Record<string, unknown>;
export type JsonSchema = Json & {
  $defs?: Record<string, Json>;
  properties?: Record<string, Json>;
  required?: string[];
};

const refer = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** Converts zod schemas to JSON Schema 2020-12 and collects the named ones as components. */
export const schemaCollector = () => {
  const components: Record<string, Json> = {};
  const transform = (schema: unknown, io: "input" | "output"): JsonSchema => {
    const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema as z.ZodType, { io }) as JsonSchema;
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
