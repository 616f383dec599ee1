import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

type Schema = {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly const?: Json;
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly "x-extensible-enum"?: readonly Json[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
};

type Operation = {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
};

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const file = createRequire(import.meta.url).resolve("@petstore/contract/openapi.json");
const { paths, components } = JSON.parse(readFileSync(file, "utf8")) as Document;

const operations = Object.entries(paths).flatMap(([path, item]) => {
  const pattern = new RegExp(`^/v1${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  return Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), pattern, operation }));
});

export const findOperation = (method = "", url = ""): Operation | undefined => {
  const [path = ""] = url.split("?");
  return operations.find((one) => one.method === method && one.pattern.test(path))?.operation;
};

const isObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Tells whether a schema describes an object with this `type`. */
const isOfType = ({ $ref = "" }: Schema, value: Json) =>
  isObject(value) && components.schemas[$ref.replace(/^.*\//, "")]?.properties?.["type"]?.const === value["type"];

const isOf = ({ $ref, type }: Schema, value: Json) =>
  $ref === undefined ? (type === "null") === (value === null) : value !== null;

/**
 * Returns a body as a later version may send it: with one more field in each open object, and with a new value in each
 * list that may grow.
 */
const addLater = (schema: Schema, value: Json): Json => {
  const { $ref, anyOf, oneOf, items = {}, properties, additionalProperties } = schema;
  if ($ref !== undefined) return addLater(components.schemas[$ref.replace(/^.*\//, "")] ?? {}, value);
  if (oneOf !== undefined) return addLater(oneOf.find((one) => isOfType(one, value)) ?? {}, value);
  if (anyOf !== undefined) return addLater(anyOf.find((one) => isOf(one, value)) ?? {}, value);
  if (value === null) return value;
  if (schema["x-extensible-enum"] !== undefined && schema.enum === undefined) return "later_value";
  if (Array.isArray(value)) return value.map((one) => addLater(items, one));
  if (!isObject(value) || properties === undefined) return value;
  const known = Object.entries(value).map(([name, part]) => [name, addLater(properties[name] ?? {}, part)]);
  return { ...Object.fromEntries(known), ...(additionalProperties !== false && { laterField: [{ deep: null }] }) };
};

/** Changes only successful responses, because an error has the same three fields in every version. */
export const toLaterBody = (operation: Operation | undefined, status: number, body: string): string => {
  const schema = operation?.responses[status]?.content?.["application/json"]?.schema;
  return schema === undefined || status >= 400 ? body : JSON.stringify(addLater(schema, JSON.parse(body) as Json));
};
