type Json = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, Json>>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isNull = (schema: Json) => schema["type"] === "null";

const mapValues = (values: unknown, map: (value: Json) => unknown) =>
  Object.fromEntries(Object.entries((values ?? {}) as Schemas).map(([name, value]) => [name, map(value)]));

/** The keywords of JSON Schema that OpenAPI 3.0 does not have. They only narrow what a schema accepts. */
const unknownKeywords: readonly string[] = ["if", "then", "else", "propertyNames", "patternProperties", "contains"];

const typeOf = (schema: Json, schemas: Schemas): unknown => {
  if (typeof schema["$ref"] !== "string") return schema["type"];
  return typeOf(schemas[schema["$ref"].replace(/^.*\//, "")] ?? {}, schemas);
};

/**
 * Writes a choice that allows null. `nullable` needs a `type` in the same object, but a reference cannot have other
 * keywords next to it.
 */
const nullableChoice = (choices: readonly Json[], rest: Json, schemas: Schemas): Json => {
  const [first = {}, ...others] = choices;
  if (others.length > 0) return { ...rest, anyOf: [{ ...first, nullable: true }, ...others] };
  if (first["$ref"] === undefined) return { ...first, ...rest, nullable: true };
  return { ...rest, type: typeOf(first, schemas) ?? "object", allOf: [first], nullable: true };
};

/** Converts the types of a schema: OpenAPI 3.0 has no `null`, and only one type. */
const withNullable = (schema: Json, schemas: Schemas): Json => {
  const { anyOf, type, ...rest } = schema;
  // This value is always null. For an enumeration that contains only null, openapi-generator writes Java that does not
  // compile.
  if (type === "null") return { ...rest, type: "string", nullable: true, maxLength: 0 };
  if (Array.isArray(type)) {
    const nullable = type.includes("null") && { nullable: true };
    return { ...rest, type: type.find((one) => one !== "null") as unknown, ...nullable };
  }
  if (!Array.isArray(anyOf) || !(anyOf as Json[]).some(isNull)) return schema;
  return nullableChoice(
    (anyOf as Json[]).filter((choice) => !isNull(choice)),
    rest,
    schemas,
  );
};

const convertSchema = (given: Json, schemas: Schemas): Json => {
  // OpenAPI 3.0 ignores every keyword next to a reference.
  if (given["$ref"] !== undefined) return { $ref: given["$ref"] };
  const convert = (schema: unknown) => (isObject(schema) ? convertSchema(schema, schemas) : schema);
  const { const: only, examples, ...rest } = withNullable(given, schemas);
  const [example] = (examples ?? []) as unknown[];
  const converted = Object.entries(rest)
    .filter(([name]) => !unknownKeywords.includes(name))
    .map(([name, part]) => {
      if (name === "properties") return [name, mapValues(part, convert)];
      if (name === "items" || name === "additionalProperties" || name === "not") return [name, convert(part)];
      return [name, ["anyOf", "oneOf", "allOf"].includes(name) ? (part as Json[]).map(convert) : part];
    });
  return {
    ...(Object.fromEntries(converted) as Json),
    ...(only !== undefined && { type: typeof only, enum: [only] }),
    ...(example !== undefined && { example }),
  };
};

/**
 * Converts a document of this package to OpenAPI 3.0, for generators that do not read 3.1. The result describes the same
 * operations, but has no `webhooks`, and leaves out keywords that OpenAPI 3.0 lacks, such as `if` and `contains`.
 * @param document - An OpenAPI 3.1 document of this package.
 */
export const asOpenApi30 = (document: object): Json => {
  const { components, webhooks: _webhooks, tags, paths, ...rest } = document as Json;
  const { schemas, ...shared } = components as { readonly schemas: Schemas } & Json;
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert);
    if (!isObject(value)) return value;
    const parts = Object.entries(value).map(([name, part]) => {
      if (name === "schema") return [name, convertSchema(part as Json, schemas)];
      return [name, name === "example" || name === "examples" ? part : convert(part)];
    });
    return Object.fromEntries(parts);
  };
  const used = JSON.stringify(paths);
  return {
    ...rest,
    openapi: "3.0.3",
    tags: (tags as { readonly name: string }[]).filter(({ name }) => used.includes(`"tags":["${name}"]`)),
    paths: convert(paths),
    components: {
      schemas: mapValues(schemas, (schema) => convertSchema(schema, schemas)),
      ...(convert(shared) as Json),
    },
  };
};
