import type { z } from "zod";
import { deprecationHeaders } from "./deprecation.js";
import { ErrorCode, errorCodes } from "./errors.js";
import type { ResponseHeader, RouteMetadata, Stability } from "./metadata.js";
import type { Json } from "./openapi-schemas.js";
import { routeMetadata } from "./routes.js";

/** The response headers that every answer below `/v1` bears. */
export const commonHeaders: Record<string, ResponseHeader> = {
  "X-Content-Type-Options": { description: "Always `nosniff`.", example: "nosniff" },
  "X-Request-Id": {
    description:
      "Names the request in the service's logs: the request's own `X-Request-Id` where that is 1 to 128 characters of `[A-Za-z0-9._-]`, else a fresh one.",
    example: "4f9d3c1e-0a57-4a3b-9a58-6f0f6a3f2b11",
  },
};

/** Headers that come with an error status, wherever it is answered. */
const errorHeaders: Record<string, Record<string, ResponseHeader>> = {
  401: {
    "WWW-Authenticate": {
      description: 'The challenge (RFC 6750 §3); with `error="invalid_token"` where a key was sent and is not valid.',
      example: 'Bearer realm="petstore"',
    },
  },
  403: {
    "WWW-Authenticate": {
      description: "The scope that is missing (RFC 6750 §3).",
      example: 'Bearer realm="petstore", error="insufficient_scope", scope="write"',
    },
  },
  415: {
    "Accept-Encoding": {
      description: "With a `Content-Encoding` that is refused: the one that is taken (RFC 9110 §15.5.16).",
      example: "identity",
    },
  },
  503: { "Retry-After": { description: "Seconds to wait before the next try.", example: "1" } },
};

const headersOf = ({ deprecation, headers = {} }: RouteMetadata, status: number): Record<string, ResponseHeader> => {
  // What the HTTP parser refuses has not got as far as its operation.
  const isParserError = status === 408 || status === 431;
  const deprecated = deprecation && !isParserError && deprecationHeaders(deprecation);
  return {
    ...errorHeaders[status],
    ...(deprecated && {
      Deprecation: {
        description: "Since when the operation is deprecated (RFC 9745).",
        example: deprecated.Deprecation,
      },
      Sunset: { description: "When the operation is removed (RFC 8594).", example: deprecated.Sunset },
      Link: { description: "What takes its place, and the page about it (RFC 8288).", example: deprecated.Link },
    }),
    ...headers[status],
  };
};

export const headerObjects = (headers: Record<string, ResponseHeader>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { description, example }]) => [
      name,
      { description, schema: { type: "string" }, ...(example === undefined ? {} : { example }) },
    ]),
  );

const commonHeaderReferences = Object.fromEntries(
  Object.keys(commonHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const codesOf = ({ codes }: RouteMetadata, status: number): readonly ErrorCode[] =>
  codes?.[status] ?? ErrorCode.options.filter((code) => errorCodes[code].status === status);

const errorExamples = (codes: readonly ErrorCode[], status: number) =>
  Object.fromEntries(codes.map((code) => [code, { value: { code, message: errorCodes[code].example, status } }]));

const exampleObjects = (examples: Readonly<Record<string, unknown>> | undefined) =>
  examples && Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));

/** An operation of the document, as far as it is worked on. */
export type Operation = {
  parameters?: (Json & { schema: Json })[];
  requestBody?: { required?: boolean; content: Record<string, Json>; description?: string };
  responses: Record<string, { description: string; headers?: Json; content?: Record<string, Json> }>;
} & Json;

const describeParameter =
  (operation: Stability) =>
  ({ schema, ...parameter }: Json & { schema: Json }) => {
    const { "x-stability": stability = operation === "beta" ? "beta" : "stable", examples, ...rest } = schema;
    const [example] = (examples ?? []) as unknown[];
    return { ...parameter, schema: rest, ...(example === undefined ? {} : { example }), "x-stability": stability };
  };

/** What the contract says of a route beyond its schemas: meanings, header fields, examples, stability, scope. */
export const describeOperation = (operation: Operation, route: Parameters<typeof routeMetadata>[0]): Operation => {
  const metadata = routeMetadata(route);
  const { stability, scope, statusMeanings = {}, examples = {} } = metadata;
  const meaning = (status: number) =>
    statusMeanings[status] ?? Object.values(errorCodes).find((entry) => entry.status === status)?.meaning;
  for (const [status, response] of Object.entries(operation.responses)) {
    const code = Number(status);
    response.description = meaning(code) ?? response.description;
    response.headers = { ...commonHeaderReferences, ...headerObjects(headersOf(metadata, code)) };
    const shown = code >= 400 ? errorExamples(codesOf(metadata, code), code) : exampleObjects(examples[status]);
    for (const media of Object.values(response.content ?? {})) if (shown) media["examples"] = shown;
  }
  if (operation.requestBody) {
    const description = (("body" in route && route.body) as z.ZodType).meta()?.description ?? "";
    operation.requestBody = { ...operation.requestBody, required: true, description };
    const shown = exampleObjects(examples["request"]);
    for (const media of Object.values(operation.requestBody.content)) if (shown) media["examples"] = shown;
  }
  const { deprecated, ...rest } = operation;
  return {
    ...rest,
    ...(deprecated ? { deprecated } : {}),
    parameters: (operation.parameters ?? []).map(describeParameter(stability)),
    security: scope === null ? [] : [{ bearer: [] }],
    "x-stability": stability,
    ...(scope === null ? {} : { "x-required-scope": scope }),
  };
};
