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
 * A value of several types is an `anyOf`: some generators, such as oapi-codegen, read only a list of one type and null.
 */
const separated = ({ type, ...rest }: Json): Json | undefined => {
  if (!Array.isArray(type) || type.filter((one) => one !== "null").length < 2) return undefined;
  return { anyOf: type.map((one: unknown) => ({ type: one })), ...rest };
};

/**
 * Writes each plain value that can be null as `type: [string, "null"]`, and never as an `anyOf`. Only objects and
 * references keep an `anyOf` with null, because there is no other way to write them.
 */
export const withNullableTypes = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withNullableTypes);
  if (typeof schema !== "object" || schema === null) return schema;
  const json = schema as Json;
  const parts = Object.entries(merged(json) ?? separated(json) ?? json).map(([name, part]) => [
    name,
    name === "examples" || name === "example" || name === "default" ? part : withNullableTypes(part),
  ]);
  return Object.fromEntries(parts);
};
