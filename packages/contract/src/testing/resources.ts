import * as z from "zod";
import { contract } from "../contract.js";
import { type ContractRoute, listRoutes, routeMetadata } from "../http/routes.js";
import { nounOf } from "./failure.js";

export type Fields = Readonly<Record<string, z.ZodType>>;

/** A resource of which there may be many items, as its routes describe it. */
export type Collection = {
  /** The name of its group in the contract: `notes`. */
  readonly group: string;
  /** The path of the list: `/pets/:petId/notes`. */
  readonly path: string;
  /** The path parameter that contains the id of an item, for example `noteId`. */
  readonly idName: string;
  /** `note` in the names of fields, such as `noteId`. */
  readonly kind: string;
  /** The noun for one item in sentences. */
  readonly noun: string;
  readonly fields: Fields;
  /** The values that a new item has unless the request sets others. */
  readonly example: Readonly<Record<string, unknown>>;
};

/**
 * A resource that exists once, such as the store, or once for each item of a collection, such as the profile of a pet.
 */
export type Single = { readonly path: string; readonly name: string; readonly fields: Fields };

const all = listRoutes(contract);
const find = (method: string, path: string): ContractRoute | undefined =>
  all.find(({ route }) => route.method === method && route.path === path);

const shapeOf = (schema: unknown): Fields | undefined => (schema instanceof z.ZodObject ? schema.shape : undefined);
const exampleOf = ({ route }: ContractRoute, status: number) =>
  Object.values(routeMetadata(route).examples?.[status] ?? {})[0] as Readonly<Record<string, unknown>> | undefined;

const groupOf = ({ operationId }: ContractRoute): string =>
  Object.entries(contract).find(([, group]) => Object.hasOwn(group, operationId))?.[0] ?? "";

/** A collection has an operation that creates an item, and an operation that reads an item by its id. */
const collectionOf = (read: ContractRoute): Collection[] => {
  const { path } = read.route;
  const [, parent = "", idName = ""] = /^(.*)\/:(\w+)$/.exec(path) ?? [];
  const create = find("POST", parent);
  const fields = shapeOf(read.route.responses[200]);
  if (create?.route.responses[201] === undefined || fields === undefined) return [];
  // These two schemas may differ: a read can expand the item, and the response that creates it may show a secret once.
  const stored = Object.entries(fields).filter(([name]) => name in (shapeOf(create.route.responses[201]) ?? {}));
  return [
    {
      group: groupOf(read),
      path: parent,
      idName,
      kind: idName.replace(/Id$/, ""),
      noun: nounOf(read),
      fields: Object.fromEntries(stored),
      example: exampleOf(create, 201) ?? {},
    },
  ];
};

/** A single resource has an operation that reads it and one that changes it, at a path that ends in its name. */
const singleOf = (read: ContractRoute): Single[] => {
  const { path, responses } = read.route;
  const [, name] = /\/([a-z]+)$/.exec(path) ?? [];
  const fields = shapeOf(responses[200]);
  return name === undefined || fields === undefined || find("PATCH", path) === undefined
    ? []
    : [{ path, name, fields }];
};

const reads = all.filter(({ route }) => route.method === "GET");
export const collections: readonly Collection[] = reads.flatMap(collectionOf);
export const singles: readonly Single[] = reads.flatMap(singleOf);

export const collectionAt = (path: string): Collection | undefined => collections.find((one) => one.path === path);
export const collectionOfKind = (kind: string): Collection | undefined => collections.find((one) => one.kind === kind);

/** The single resource of an item of a collection, such as the profile of a pet. */
export const singleOfItem = ({ path, idName }: Collection, name: string): Single | undefined =>
  singles.find((one) => one.path === `${path}/:${idName}/${name}`);

const inner = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? inner(schema.unwrap() as z.ZodType) : schema;

export const isTime = (schema: z.ZodType): boolean => inner(schema).meta()?.["format"] === "date-time";

/** Returns the default value of a field; undefined if the field is absent by default. */
const emptyValue = (schema: z.ZodType, example: unknown): unknown => {
  if (schema instanceof z.ZodOptional) return undefined;
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodRecord) return {};
  if (schema instanceof z.ZodObject && example === undefined) return fill(schema.shape, {}, {}, "");
  if (schema instanceof z.ZodBoolean) return false;
  return schema instanceof z.ZodNumber && schema.safeParse(0).success ? 0 : example;
};

/**
 * Completes a resource of which only some fields are known. The other fields are empty: null, absent, 0, false or an
 * empty list. A field that can be none of these has the value of the example.
 */
export const fill = (
  fields: Fields,
  known: Readonly<Record<string, unknown>>,
  example: Readonly<Record<string, unknown>>,
  now: string,
): Record<string, unknown> => {
  const entries = Object.entries(fields).map(([name, schema]) => {
    const value = known[name];
    if (value !== undefined && (value !== null || schema.safeParse(null).success)) return [name, value];
    const isNeededTime = isTime(schema) && !schema.safeParse(null).success && !schema.safeParse(undefined).success;
    return [name, isNeededTime ? now : emptyValue(schema, example[name])];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<string, unknown>;
};
