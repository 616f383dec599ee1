type Json = Readonly<Record<string, unknown>>;

const isNull = (schema: unknown): boolean =>
  typeof schema === "object" &&
  schema !== null &&
  (schema as Json)["type"] === "null" &&
  Object.keys(schema).length === 1;

const plainTypes: readonly unknown[] = ["string", "integer", "number", "boolean", "array"];

/** @returns undefined for a schema that is not a plain value or null */
const merged = ({ anyOf, ...rest }: Json): Json | undefined => {
  const [value, none] = Array.isArray(anyOf) && anyOf.length === 2 ? (anyOf as Json[]) : [];
  if (value === undefined || !isNull(none) || !plainTypes.includes(value["type"])) return undefined;
  return {
    ...value,
    ...rest,
    type: [value["type"], "null"],
    ...(Array.isArray(value["enum"]) && { enum: [...(value["enum"] as unknown[]), null] }),
  };
};

/**
 * Writes each plain value that can be null as `type: [string, "null"]`, and never as an `anyOf`. An `anyOf` with null
 * remains only for objects and references, which have no other form.
 */
export const withNullableTypes = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withNullableTypes);
  if (typeof schema !== "object" || schema === null) return schema;
  const json = schema as Json;
  const parts = Object.entries(merged(json) ?? json).map(([name, part]) => [
    name,
    name === "examples" || name === "example" || name === "default" ? part : withNullableTypes(part),
  ]);
  return Object.fromEntries(parts);
};
