import { generateOpenApiAsync } from "@ts-rest/open-api";
import { z } from "zod";
import { BASE_PATH, contract } from "./contract.js";
import { deprecationHeaders } from "./deprecation.js";
import { errorCodes } from "./errors.js";
import type { ResponseHeader, RouteMetadata } from "./metadata.js";
import { routeMetadata } from "./routes.js";

type Json = Record<string, unknown>;
type JsonSchema = Json & { $defs?: Record<string, Json>; properties?: Record<string, Json>; required?: string[] };

/** The response headers that every answer below `/v1` bears. */
const commonHeaders: Record<string, ResponseHeader> = {
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
  503: { "Retry-After": { description: "Seconds to wait before the next try.", example: "1" } },
};

const headersOf = ({ deprecation, headers = {} }: RouteMetadata, status: number): Record<string, ResponseHeader> => {
  const deprecated = deprecation && deprecationHeaders(deprecation);
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

const headerObjects = (headers: Record<string, ResponseHeader>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { description, example }]) => [
      name,
      { description, schema: { type: "string" }, ...(example === undefined ? {} : { example }) },
    ]),
  );

const commonHeaderReferences = Object.fromEntries(
  Object.keys(commonHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const errorExamples = (status: number) =>
  Object.fromEntries(
    Object.entries(errorCodes)
      .filter(([, entry]) => entry.status === status)
      .map(([code, { meaning }]) => [code, { value: { code, message: meaning, status } }]),
  );

const exampleObjects = (examples: Readonly<Record<string, unknown>> | undefined) =>
  examples && Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));

const refer = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** Turns zod schemas into JSON Schema 2020-12, and collects the named ones as components. */
const schemaCollector = () => {
  const components: Record<string, Json> = {};
  const transform = (schema: unknown, io: "input" | "output"): JsonSchema => {
    const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema as z.ZodType, { io }) as JsonSchema;
    for (const [name, definition] of Object.entries($defs)) components[name] = refer(definition) as Json;
    return refer(rest) as JsonSchema;
  };
  return { components, transform };
};

/**
 * A parameter is a string that is read as something else; the document shows what it is read as (the schema's output),
 * and which ones may be left out (its input).
 */
const parameterSchema = (schema: unknown, transform: ReturnType<typeof schemaCollector>["transform"]): JsonSchema => ({
  ...transform(schema, "output"),
  required: transform(schema, "input").required ?? [],
});

type Operation = {
  parameters?: (Json & { schema: Json })[];
  requestBody?: { required?: boolean; content: Record<string, Json>; description?: string };
  responses: Record<string, { description: string; headers?: Json; content?: Record<string, Json> }>;
} & Json;

const describeParameter = ({ schema, ...parameter }: Json & { schema: Json }) => {
  const { "x-stability": stability = "stable", examples, ...rest } = schema;
  const [example] = (examples ?? []) as unknown[];
  return { ...parameter, schema: rest, ...(example === undefined ? {} : { example }), "x-stability": stability };
};

const describeOperation = (operation: Operation, route: Parameters<typeof routeMetadata>[0]): Operation => {
  const metadata = routeMetadata(route);
  const { stability, scope, statusMeanings = {}, examples = {} } = metadata;
  const meaning = (status: number) =>
    statusMeanings[status] ?? Object.values(errorCodes).find((entry) => entry.status === status)?.meaning;
  for (const [status, response] of Object.entries(operation.responses)) {
    const code = Number(status);
    response.description = meaning(code) ?? response.description;
    response.headers = { ...commonHeaderReferences, ...headerObjects(headersOf(metadata, code)) };
    const shown = code >= 400 ? errorExamples(code) : exampleObjects(examples[status]);
    for (const media of Object.values(response.content ?? {})) if (shown) media["examples"] = shown;
  }
  if (operation.requestBody) {
    operation.requestBody = { ...operation.requestBody, required: true, description: "What is to be added." };
    const shown = exampleObjects(examples["request"]);
    for (const media of Object.values(operation.requestBody.content)) if (shown) media["examples"] = shown;
  }
  const { deprecated, ...rest } = operation;
  return {
    ...rest,
    ...(deprecated ? { deprecated } : {}),
    parameters: (operation.parameters ?? []).map(describeParameter),
    security: scope === null ? [] : [{ bearer: [] }],
    "x-stability": stability,
    ...(scope === null ? {} : { "x-required-scope": scope }),
  };
};

const info = {
  title: "Pet Store",
  version: "1.0.0",
  license: { name: "MIT", identifier: "MIT" },
  description: `The catalogue of animals held in a store, over HTTP with JSON bodies.

- Every operation but this document asks for an API key, sent as \`Authorization: Bearer <API_KEY>\`.
- Every error bears a JSON body of exactly \`code\`, \`message\` and \`status\`; \`message\` names each place and rule that was broken.
- What the interface does not know is refused, never ignored: a body field or query parameter that is unknown is answered 400.
- \`HEAD\` works wherever \`GET\` does; \`OPTIONS\` answers 204 with \`Allow\`; another method on a known path is answered 405 with \`Allow\`.
- Integers are at most 9007199254740991 (2^53 - 1), which every JSON reader reads exactly (RFC 7493).
- Operations and parameters bear \`x-stability\`: \`stable\`, \`beta\` (may still change) or \`deprecated\`.`,
};

type Document = Json & { paths: Record<string, Record<string, Operation>>; components: Json };

/** Keeps what the published interface promises: operations and parameters that are not beta. */
const onlyStable = (document: Document): Document => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(document.paths)
      .map(([path, operations]): [string, Record<string, Operation>] => [
        path,
        Object.fromEntries(
          Object.entries(operations)
            .filter(([, operation]) => operation["x-stability"] !== "beta")
            .map(([method, operation]) => [
              method,
              { ...operation, parameters: operation.parameters?.filter((one) => one["x-stability"] !== "beta") ?? [] },
            ]),
        ),
      ])
      .filter(([, operations]) => Object.keys(operations).length > 0),
  ),
});

/**
 * The OpenAPI 3.1 document of the contract.
 * @param stability - `stable` leaves the published operations and their published parameters alone.
 * @returns A document whose one server is `/v1`; a service puts its own addresses there.
 */
export const generateDocument = async (stability?: "stable"): Promise<Json> => {
  const { components, transform } = schemaCollector();
  const generated = await generateOpenApiAsync(
    contract,
    { info, servers: [{ url: BASE_PATH, description: "This service" }] },
    {
      setOperationId: true,
      schemaTransformer: async ({ schema, type }) => {
        if (!(schema instanceof z.ZodType)) return null;
        if (type === "query" || type === "path") return parameterSchema(schema, transform);
        return transform(schema, type === "body" ? "input" : "output");
      },
      operationMapper: (operation, route) => describeOperation(operation as never, route) as never,
    },
  );
  const document = {
    openapi: "3.1.1",
    info,
    servers: generated.servers,
    tags: [
      { name: "pets", description: "The animals of the store." },
      { name: "document", description: "The description of the interface itself." },
    ],
    paths: generated.paths as Document["paths"],
    components: {
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      headers: headerObjects(commonHeaders),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An API key: `Authorization: Bearer <API_KEY>`." },
      },
    },
  };
  if (stability !== "stable") return document;
  return { ...onlyStable(document), tags: document.tags.filter(({ name }) => name === "pets") };
};
