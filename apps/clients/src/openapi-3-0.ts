type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** The only value of a schema that is null. OpenAPI 3.0 has no type for it. */
const onlyNull = [null];
const isNull = (schema: Json) => isObject(schema) && schema["enum"] === onlyNull;

/** Converts the type `null` of OpenAPI 3.1 to `nullable` of OpenAPI 3.0. */
const toNullable = (schema: JsonObject): JsonObject => {
  const { anyOf, type, ...rest } = schema;
  if (type === "null") return { ...rest, enum: onlyNull, nullable: true };
  if (Array.isArray(type)) {
    const [only, ...more] = type.filter((name) => name !== "null");
    const hasNull = type.includes("null");
    return {
      ...rest,
      ...(more.length === 0 && only !== undefined && { type: only }),
      ...(hasNull && { nullable: true }),
    };
  }
  if (Array.isArray(anyOf) && anyOf.some(isNull)) {
    const allOf = anyOf.filter((choice) => !isNull(choice));
    const [only] = allOf;
    const isPlain = allOf.length === 1 && isObject(only) && only["$ref"] === undefined;
    return { ...rest, ...(isPlain ? only : { allOf }), nullable: true };
  }
  return schema;
};

const convert = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(convert);
  if (!isObject(value)) return value;
  // Generators ignore `not`, and OpenAPI 3.0 does not have `if`.
  const { examples, const: constant, not: _not, if: _if, then: _then, ...rest } = value;
  const converted: JsonObject = {};
  for (const [name, part] of Object.entries(rest)) converted[name] = name === "example" ? part : convert(part);
  if (constant !== undefined) converted["enum"] = [constant];
  // The examples of a schema are an array, which OpenAPI 3.0 does not allow. The examples of a media type are an
  // object.
  if (isObject(examples)) converted["examples"] = examples;
  return toNullable(converted);
};

/** If an operation has several successful responses, keeps only the last, which is the one without `dryRun`. */
const keepOneSuccess = (operation: Json) => {
  if (!isObject(operation) || !isObject(operation["responses"])) return;
  const successes = Object.keys(operation["responses"]).filter((status) => status.startsWith("2"));
  for (const status of successes.slice(0, -1)) delete operation["responses"][status];
};

/**
 * Tells whether a parameter has a style for which progenitor refuses the whole document. The filters by attributes have
 * it.
 */
const isDeepObject = (parameter: Json | undefined): boolean =>
  isObject(parameter) && parameter["style"] === "deepObject";

/** @param shared - The parameters that are components of the document. */
const dropDeepObjects = (operation: Json, shared: JsonObject) => {
  if (!isObject(operation) || !Array.isArray(operation["parameters"])) return;
  const isDropped = (parameter: Json): boolean => {
    if (!isObject(parameter) || typeof parameter["$ref"] !== "string") return isDeepObject(parameter);
    return isDeepObject(shared[parameter["$ref"].replace("#/components/parameters/", "")]);
  };
  operation["parameters"] = operation["parameters"].filter((one) => !isDropped(one));
};

/** The media types that progenitor can send, the best one first. */
const bodyTypes = ["application/json", "application/octet-stream"];

/**
 * Keeps one of the media types of a body.
 * @returns False if progenitor can send none of them.
 */
const keepOneBody = (operation: Json): boolean => {
  if (!isObject(operation) || !isObject(operation["requestBody"])) return true;
  const { content } = operation["requestBody"];
  const type = isObject(content) ? bodyTypes.find((one) => content[one] !== undefined) : undefined;
  const kept = isObject(content) && type !== undefined ? content[type] : undefined;
  if (kept === undefined || type === undefined) return false;
  operation["requestBody"]["content"] = { [type]: kept };
  return true;
};

/**
 * Converts the document for generators such as progenitor, which need OpenAPI 3.0 and a single success per operation.
 */
export const toOpenApi30 = (text: string): string => {
  const document = convert(JSON.parse(text) as Json) as {
    info: { license: JsonObject };
    webhooks?: JsonObject;
    paths: Record<string, JsonObject>;
    components: { parameters?: JsonObject };
  };
  const { parameters = {} } = document.components;
  delete document.info.license["identifier"];
  delete document.webhooks;
  for (const item of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      keepOneSuccess(operation);
      dropDeepObjects(operation, parameters);
      if (!keepOneBody(operation)) delete item[method];
    }
  }
  const kept = Object.entries(parameters).filter(([, one]) => !isDeepObject(one));
  if (document.components.parameters) document.components.parameters = Object.fromEntries(kept);
  return JSON.stringify({ ...document, openapi: "3.0.3" }, null, 2);
};
