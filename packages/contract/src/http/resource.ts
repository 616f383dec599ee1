import { ContractNoBody } from "@ts-rest/core";
import type * as z from "zod";
import { actionKeyHeaders } from "./action-key.js";
import { changeHeaders, entityTag, notModified, readHeaders, validators } from "./conditional-requests.js";
import { commonErrors, type ErrorStatus, errorResponses } from "./errors.js";
import { replayed, writeOnceHeaders } from "./idempotency.js";
import { type Links, linksToOne } from "./links.js";
import type { RouteMetadata, Scope } from "./metadata.js";
import { pageLinks } from "./paging.js";
import { NoQuery } from "./rules.js";

const noContent: { readonly 204: typeof ContractNoBody } = { 204: ContractNoBody };
const noBody: { readonly body: typeof ContractNoBody } = { body: ContractNoBody };

type Examples = Readonly<Record<string, unknown>>;

type ResourceOptions<
  Path extends string,
  Id extends string,
  One extends z.ZodType,
  Reader extends Scope,
  Writer extends Scope,
  Parent extends z.ZodObject | undefined,
  Keyed extends boolean,
> = {
  /** The singular noun of the resource, as it is used in sentences: `category`. */
  readonly one: string;
  readonly many: string;
  readonly path: Path;
  /** The path parameters of a single resource. Its own id is the last one. */
  readonly pathParams: z.ZodObject<Record<Id, z.ZodType<number, number>>, z.core.$strict>;
  /** The path parameters of the list, if it has any. */
  readonly parent?: Parent;
  readonly schema: One;
  /** The named examples for each response with a single resource. */
  readonly examples: Examples;
  /** The scope that reads require; `read` by default. */
  readonly reader?: Reader;
  /** The scope that mutations require; `write` by default. */
  readonly writer?: Writer;
  /** The links of a response with a single resource. The default is the operations that read, change and delete it. */
  readonly links?: Links;
  /** True if changes of the resource are in the history. Their operations then accept an `Action-Key`. */
  readonly takesActionKey?: Keyed;
};

type Meanings = Readonly<Partial<Record<200 | 201 | 204 | 304 | ErrorStatus, string>>>;

/** The part of a route that the caller describes itself. Everything else is derived from the resource. */
type Own<Given extends Meanings> = {
  readonly summary?: string;
  readonly description?: string;
  /** The meanings by status. A status that the usual route does not have becomes an additional error of this route. */
  readonly meanings?: Given;
  readonly examples?: Examples;
} & Pick<RouteMetadata, "codes" | "messages">;

/** The request bodies in the examples, by name. */
type WithBody<Body> = { readonly body: Body; readonly request: Examples };

const withErrors = <const Usual extends readonly ErrorStatus[], Given extends Meanings>(
  usual: Usual,
  meanings: Given | undefined,
) => {
  type Status = Usual[number] | (typeof commonErrors)[number] | Extract<keyof Given, ErrorStatus>;
  const own = Object.keys(meanings ?? {}).map(Number);
  return errorResponses(...([...usual, ...commonErrors, ...own.filter((status) => status >= 400)] as Status[]));
};

const withArticle = (noun: string) => `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;

/** Returns the path with the ids of the examples. */
const examplePath = (path: string, pathParams: z.ZodObject): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => String((pathParams.shape[name] as z.ZodType).meta()?.["examples"]));

/**
 * Creates the usual routes of a resource that has ids. Each function returns a plain route with the descriptions,
 * headers, conditions and links that all resources have, and with what the caller adds.
 */
export const resource = <
  const Path extends string,
  Id extends string,
  One extends z.ZodType,
  Reader extends Scope = "read",
  Writer extends Scope = "write",
  const Parent extends z.ZodObject | undefined = undefined,
  const Keyed extends boolean = false,
>({
  one,
  many,
  path,
  pathParams,
  parent,
  schema,
  examples,
  reader = "read" as Reader,
  writer = "write" as Writer,
  links = linksToOne(one, ...Object.keys(pathParams.shape).toReversed()),
  takesActionKey = false as Keyed,
}: ResourceOptions<Path, Id, One, Reader, Writer, Parent, Keyed>) => {
  const readErrors = (reader === "read" ? [400] : [400, 403]) as (400 | (Reader extends "read" ? never : 403))[];
  const onePath = `${path}/:${Object.keys(pathParams.shape).at(-1) as Id}` as const;
  const ofAll = (parent && { pathParams: parent }) as Parent extends undefined ? {} : { readonly pathParams: Parent };
  const conditions = changeHeaders(one);
  const keyed = (takesActionKey ? actionKeyHeaders : {}) as Keyed extends true ? typeof actionKeyHeaders : {};
  const missing = `There is no ${one} with this id.`;

  const list = <All extends z.ZodType, Query extends z.ZodType, const Given extends Meanings = {}>(
    own: Own<Given> & { readonly schema: All; readonly query: Query },
  ) => ({
    method: "GET" as const,
    path,
    summary: own.summary ?? `List ${many}`,
    description: own.description ?? `Returns a page of ${many}, ordered by id.`,
    ...ofAll,
    headers: readHeaders,
    query: own.query,
    responses: {
      200: own.schema,
      ...notModified,
      ...withErrors(readErrors, own.meanings),
    },
    metadata: {
      stability: "beta",
      scope: reader,
      statusMeanings: {
        200: `A page of ${many}.`,
        400: "A query parameter is unknown, or a query parameter or header is invalid.",
        ...own.meanings,
      },
      headers: { 200: { Link: pageLinks, ...validators }, 304: validators },
      examples: { 200: own.examples ?? { page: Object.values(examples) } },
    } as const satisfies RouteMetadata,
  });

  const create = <Body extends z.ZodType, const Given extends Meanings = {}>(own: Own<Given> & WithBody<Body>) => ({
    method: "POST" as const,
    path,
    summary: own.summary ?? `Create ${withArticle(one)}`,
    description: own.description ?? `Creates ${withArticle(one)} with a new id.`,
    ...ofAll,
    headers: { ...writeOnceHeaders, ...keyed },
    query: NoQuery,
    body: own.body,
    responses: {
      201: schema,
      ...withErrors([400, 403, 409, 413, 415, 422], own.meanings),
    },
    metadata: {
      stability: "beta",
      scope: writer,
      statusMeanings: { 201: `The ${one} was created.`, ...own.meanings },
      codes: { 409: ["idempotency_key_in_use"], ...own.codes },
      ...(own.messages && { messages: own.messages }),
      headers: {
        201: {
          Location: { description: `The path of the new ${one}.`, example: `/v1${examplePath(onePath, pathParams)}` },
          ETag: entityTag,
          "Idempotent-Replayed": replayed,
        },
      },
      examples: { request: own.request, 201: own.examples ?? examples },
      links: { 201: links },
    } as const satisfies RouteMetadata,
  });

  const get = <
    const Given extends Meanings = {},
    Shown extends z.ZodType = One,
    Query extends z.ZodType = typeof NoQuery,
  >(
    own: Own<Given> & { readonly schema?: Shown; readonly query?: Query } = {},
  ) => ({
    method: "GET" as const,
    path: onePath,
    summary: own.summary ?? `Get ${withArticle(one)}`,
    description: own.description ?? `Returns one ${one}.`,
    pathParams,
    headers: readHeaders,
    query: (own.query ?? NoQuery) as Query,
    responses: {
      200: (own.schema ?? schema) as Shown,
      ...notModified,
      ...withErrors([...readErrors, 404], own.meanings),
    },
    metadata: {
      stability: "beta",
      scope: reader,
      statusMeanings: { 200: `The ${one}.`, 404: missing, ...own.meanings },
      headers: { 200: validators, 304: validators },
      examples: { 200: own.examples ?? examples },
      links: { 200: links },
    } as const satisfies RouteMetadata,
  });

  const update = <Body extends z.ZodType, const Given extends Meanings = {}>(own: Own<Given> & WithBody<Body>) => ({
    method: "PATCH" as const,
    path: onePath,
    summary: own.summary ?? `Update ${withArticle(one)}`,
    description: own.description ?? `Changes those fields of the ${one} that are in the body.`,
    pathParams,
    headers: { ...conditions, ...keyed },
    query: NoQuery,
    body: own.body,
    responses: {
      200: schema,
      ...withErrors([400, 403, 404, 412, 413, 415], own.meanings),
    },
    metadata: {
      stability: "beta",
      scope: writer,
      statusMeanings: {
        200: `The updated ${one}.`,
        404: missing,
        ...own.meanings,
      },
      ...(own.codes && { codes: own.codes }),
      ...(own.messages && { messages: own.messages }),
      headers: { 200: { ETag: entityTag } },
      examples: { request: own.request, 200: own.examples ?? examples },
      links: { 200: links },
    } as const satisfies RouteMetadata,
  });

  const remove = <const Given extends Meanings = {}, Query extends z.ZodType = typeof NoQuery>(
    own: Own<Given> & { readonly query?: Query } = {},
  ) => ({
    method: "DELETE" as const,
    path: onePath,
    summary: own.summary ?? `Delete ${withArticle(one)}`,
    description: own.description ?? `Deletes ${withArticle(one)}.`,
    pathParams,
    headers: { ...conditions, ...keyed },
    query: (own.query ?? NoQuery) as Query,
    // A spread would lose the type of the symbol if the route gives no meanings of its own.
    responses: Object.assign(withErrors([400, 403, 404, 412], own.meanings), noContent),
    metadata: {
      stability: "beta",
      scope: writer,
      statusMeanings: {
        204: `The ${one} was deleted.`,
        404: missing,
        ...own.meanings,
      },
      ...(own.codes && { codes: own.codes }),
      ...(own.messages && { messages: own.messages }),
    } as const satisfies RouteMetadata,
  });

  const restore = <const Given extends Meanings = {}>(own: Own<Given> = {}) => ({
    method: "POST" as const,
    path: `${onePath}/restore` as const,
    summary: own.summary ?? `Restore ${withArticle(one)}`,
    description:
      own.description ?? `Restores a deleted ${one} under its id. One that is not deleted is returned unchanged.`,
    pathParams,
    headers: { ...writeOnceHeaders, ...keyed },
    query: NoQuery,
    ...noBody,
    responses: {
      200: schema,
      ...withErrors([400, 403, 404, 409, 422], own.meanings),
    },
    metadata: {
      stability: "beta",
      scope: writer,
      statusMeanings: { 200: `The restored ${one}.`, ...own.meanings },
      codes: { 409: ["idempotency_key_in_use"], ...own.codes },
      ...(own.messages && { messages: own.messages }),
      headers: { 200: { ETag: entityTag, "Idempotent-Replayed": replayed } },
      examples: { 200: own.examples ?? examples },
      links: { 200: links },
    } as const satisfies RouteMetadata,
  });

  return { list, create, get, update, delete: remove, restore };
};
