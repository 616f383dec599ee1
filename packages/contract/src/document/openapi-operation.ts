import type { AppRoute } from "@ts-rest/core";
import type * as z from "zod";
import { contract } from "../contract.js";
import { errorExample } from "./error-examples.js";
import { ErrorCode, errorCodes, Problem, publishedErrorCodes } from "../http/errors.js";
import {
  type LinkParameters,
  MAX_BODY_BYTES,
  type ResponseHeader,
  type RouteMetadata,
  type Stability,
} from "../http/metadata.js";
import type { Json } from "./openapi-schemas.js";
import { commonHeaders, headerName, responseHeadersOf, sharedHeaders } from "../http/response-headers.js";
import { bodyMediaTypes, type ContractRoute, listRoutes, patchMediaTypes, routeMetadata } from "../http/routes.js";

export const headerObjects = (headers: Record<string, ResponseHeader>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { description, example, stability }]) => [
      name,
      {
        description,
        schema: { type: "string" },
        ...(example === undefined ? {} : { example }),
        ...(stability === undefined ? {} : { "x-stability": stability }),
      },
    ]),
  );

/** The differences between the documents of `/v1` and `/auth`. */
export type Dialect = {
  /** The body of errors for programs; undefined if the document has only the published form. */
  readonly problem: z.ZodType | undefined;
  readonly errorCodes: Readonly<Record<string, { readonly status: number; readonly meaning: string }>>;
  /** Returns the message in the example of an error of the route. */
  readonly messageOf: (route: AppRoute, code: string) => string;
  /** The headers that the document describes once, among its components. */
  readonly sharedHeaders: Record<string, ResponseHeader>;
  readonly maxBodyBytesOf: (route: AppRoute) => number;
  /** Returns the error codes that a route sends with a status. */
  readonly codesOf: (route: AppRoute, status: number) => readonly string[];
  /**
   * Returns what a status means if the metadata of the route does not say so. If it returns undefined, the meaning of
   * the first error code is used.
   */
  readonly meaningOf: (route: AppRoute, status: number) => string | undefined;
  /** Returns a sentence that is added to the meaning of a status, about beta behaviour. */
  readonly betaMeaningOf: (route: AppRoute, status: number) => string | undefined;
  readonly headersOf: (route: AppRoute, status: number) => Record<string, ResponseHeader>;
  /** The routes that a link can lead to. */
  readonly routes: readonly ContractRoute[];
  /** Returns `security` and the other parts of the document that say who may call the route. */
  readonly describeAccess: (route: AppRoute) => Json;
};

/** The codes that a route returns only if it declares them. No route returns the code of an unknown path. */
const ownCodes: readonly ErrorCode[] = ["reauthentication_required", "path_not_found"];

const stableCodesOf = (route: AppRoute, status: number) =>
  routeMetadata(route).codes?.[status] ??
  ErrorCode.options.filter((code) => errorCodes[code].status === status && !ownCodes.includes(code));

/** The dialect of the interface below `/v1`. */
export const v1Dialect: Dialect = {
  problem: Problem,
  errorCodes,
  messageOf: (route, code) => errorExample(route, code as ErrorCode),
  sharedHeaders,
  maxBodyBytesOf: (route) => routeMetadata(route).maxBodyBytes ?? MAX_BODY_BYTES,
  codesOf: (route, status) => [...stableCodesOf(route, status), ...(routeMetadata(route).beta?.codes?.[status] ?? [])],
  meaningOf: () => undefined,
  betaMeaningOf: (route, status) => routeMetadata(route).beta?.statusMeanings?.[status],
  headersOf: (route, status) => ({ ...commonHeaders, ...responseHeadersOf(route, status) }),
  routes: listRoutes(contract),
  describeAccess: (route) => {
    const { scope } = routeMetadata(route);
    return { security: scope === null ? [] : [{ bearer: [] }], ...(scope !== null && { "x-required-scope": scope }) };
  },
};

/** The dialect of the stable document of `/v1`. */
export const stableDialect: Dialect = {
  ...v1Dialect,
  problem: undefined,
  errorCodes: publishedErrorCodes,
  codesOf: stableCodesOf,
  betaMeaningOf: () => undefined,
};

const describeHeaders = (headers: Record<string, ResponseHeader>, dialect: Dialect) => {
  const shared = new Map(Object.entries(dialect.sharedHeaders).map(([component, header]) => [header, component]));
  const references = Object.entries(headers).flatMap(([name, header]) => {
    const component = shared.get(header);
    return component === undefined ? [] : [[name, { $ref: `#/components/headers/${component}` }]];
  });
  return { ...headerObjects(headers), ...Object.fromEntries(references) };
};

const describeLink = (operationId: string, parameters: LinkParameters, { routes }: Dialect): Link => {
  const target = routes.find((one) => one.operationId === operationId);
  if (!target) throw new Error(`links.ts links to ${operationId}, which no route has; correct the name`);
  const sources = Object.entries(parameters).map(([name, from]) => `\`${name}\` is \`${from}\``);
  return { operationId, parameters, description: `${target.route.summary}: ${sources.join(", ")}.` };
};

/** Returns the links of a response, except one from a read to itself. */
const describeLinks = (route: AppRoute, status: number, dialect: Dialect) => {
  const isItself = (operationId: string) =>
    route.method === "GET" && dialect.routes.some((one) => one.operationId === operationId && one.route === route);
  const links = Object.entries(routeMetadata(route).links?.[status] ?? {})
    .filter(([operationId]) => !isItself(operationId))
    .map(([operationId, parameters]) => [operationId, describeLink(operationId, parameters, dialect)]);
  return links.length === 0 ? {} : { links: Object.fromEntries(links) as Record<string, Link> };
};

const errorExamples = ({ messageOf, codesOf }: Dialect, route: AppRoute, status: number) =>
  Object.fromEntries(
    codesOf(route, status).map((code) => [code, { value: { code, message: messageOf(route, code), status } }]),
  );

const exampleObjects = (examples: Readonly<Record<string, unknown>> | undefined) =>
  examples && Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));

const otherContent = (types: NonNullable<RouteMetadata["otherAnswerTypes"]>) =>
  Object.fromEntries(
    Object.entries(types).map(([type, { description, example }]) => [
      type,
      example === undefined
        ? { schema: { type: "string", format: "binary", description } }
        : { schema: { type: "string", description }, examples: exampleObjects({ text: example }) },
    ]),
  );

export type Link = { operationId: string; parameters: LinkParameters; description: string };

export type Operation = {
  operationId?: string;
  parameters?: (Json & { schema: Json })[];
  requestBody?: { required?: boolean; content: Record<string, Json>; description?: string };
  responses: Record<
    string,
    {
      description: string;
      headers?: Record<string, Json>;
      content?: Record<string, Json>;
      links?: Record<string, Link>;
      "x-stability"?: "beta";
    }
  >;
} & Json;

const describeParameter =
  (operation: Stability) =>
  ({ schema, ...parameter }: Json & { schema: Json }) => {
    const {
      "x-stability": stability = operation === "beta" ? "beta" : "stable",
      "x-style": style,
      examples,
      ...rest
    } = schema;
    const [example] = (examples ?? []) as unknown[];
    const name = parameter["in"] === "header" ? headerName(String(parameter["name"])) : parameter["name"];
    return {
      ...parameter,
      name,
      ...(style !== undefined && { style, explode: true }),
      schema: rest,
      ...(example === undefined ? {} : { example }),
      "x-stability": stability,
    };
  };

/** What a status means in each operation that does not say more. One sentence for all lets them share the response. */
const usualMeanings: Readonly<Record<number, string>> = {
  304: "What the client has is still current.",
  412: "`If-Match` does not match the current `ETag`; nothing was changed.",
};

const notAPatch = `The body is neither \`${patchMediaTypes.join("` nor `")}\` in UTF-8.`;

/** Adds a route's metadata to its generated operation: descriptions, headers, examples, stability, access. */
export const describeOperation = (operation: Operation, route: AppRoute, dialect: Dialect = v1Dialect): Operation => {
  const {
    stability,
    statusMeanings = {},
    examples = {},
    betaStatuses = [],
    otherAnswerTypes = {},
  } = routeMetadata(route);
  const bodyLimit = dialect.maxBodyBytesOf(route).toLocaleString("en");
  const usualMeaning = (status: number) =>
    statusMeanings[status] ??
    usualMeanings[status] ??
    (status === 413 ? `The body exceeds ${bodyLimit} bytes.` : undefined) ??
    (status === 415 && route.method === "PATCH" ? notAPatch : undefined) ??
    dialect.meaningOf(route, status) ??
    Object.values(dialect.errorCodes).find((entry) => entry.status === status)?.meaning;
  const meaning = (status: number) =>
    [usualMeaning(status), dialect.betaMeaningOf(route, status)].filter((text) => text !== undefined).join(" ");
  for (const [status, response] of Object.entries(operation.responses)) {
    const code = Number(status);
    response.description = meaning(code) || response.description;
    if (stability !== "beta" && betaStatuses.includes(code)) response["x-stability"] = "beta";
    response.headers = describeHeaders(dialect.headersOf(route, code), dialect);
    Object.assign(response, describeLinks(route, code, dialect));
    const shown = code >= 400 ? errorExamples(dialect, route, code) : exampleObjects(examples[status]);
    for (const media of Object.values(response.content ?? {})) if (shown) media["examples"] = shown;
    if (code === 200) Object.assign(response.content ?? {}, otherContent(otherAnswerTypes));
  }
  if (operation.requestBody) {
    const description = (("body" in route && route.body) as z.ZodType).meta()?.description ?? "";
    const [media = {}] = Object.values(operation.requestBody.content);
    const types = routeMetadata(route).bodyTypes ?? bodyMediaTypes(route.method);
    const content = Object.fromEntries(types.map((type) => [type, { ...media }]));
    operation.requestBody = { ...operation.requestBody, content, required: true, description };
    const shown = exampleObjects(examples["request"]);
    // The media types have the same form, so the examples of the first one are enough.
    const [first] = Object.values(content);
    if (shown && first) first["examples"] = shown;
  }
  const { deprecated, ...rest } = operation;
  const { security, ...access } = dialect.describeAccess(route);
  return {
    ...rest,
    ...(deprecated ? { deprecated } : {}),
    parameters: (operation.parameters ?? []).map(describeParameter(stability)),
    security,
    "x-stability": stability,
    ...access,
  };
};
