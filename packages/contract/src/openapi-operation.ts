import type { z } from "zod";
import { ErrorCode, errorCodes } from "./errors.js";
import { MAX_BODY_BYTES, type ResponseHeader, type RouteMetadata, type Stability } from "./metadata.js";
import type { Json } from "./openapi-schemas.js";
import { commonHeaders, headerName, responseHeadersOf, sharedHeaders } from "./response-headers.js";
import { routeMetadata } from "./routes.js";

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

const describeHeaders = (headers: Record<string, ResponseHeader>) => {
  const references = Object.keys(headers)
    .filter((name) => name in sharedHeaders)
    .map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return { ...headerObjects(headers), ...Object.fromEntries(references) };
};

const codesOf = ({ codes }: RouteMetadata, status: number): readonly ErrorCode[] =>
  codes?.[status] ?? ErrorCode.options.filter((code) => errorCodes[code].status === status);

const errorExamples = (codes: readonly ErrorCode[], status: number) =>
  Object.fromEntries(codes.map((code) => [code, { value: { code, message: errorCodes[code].example, status } }]));

const exampleObjects = (examples: Readonly<Record<string, unknown>> | undefined) =>
  examples && Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));

/** The part of an OpenAPI operation that this module reads or writes. */
export type Operation = {
  parameters?: (Json & { schema: Json })[];
  requestBody?: { required?: boolean; content: Record<string, Json>; description?: string };
  responses: Record<
    string,
    { description: string; headers?: Record<string, Json>; content?: Record<string, Json>; "x-stability"?: "beta" }
  >;
} & Json;

const describeParameter =
  (operation: Stability) =>
  ({ schema, ...parameter }: Json & { schema: Json }) => {
    const { "x-stability": stability = operation === "beta" ? "beta" : "stable", examples, ...rest } = schema;
    const [example] = (examples ?? []) as unknown[];
    const name = parameter["in"] === "header" ? headerName(String(parameter["name"])) : parameter["name"];
    return {
      ...parameter,
      name,
      schema: rest,
      ...(example === undefined ? {} : { example }),
      "x-stability": stability,
    };
  };

/** Adds a route's metadata to its generated operation: descriptions, headers, examples, stability, scope. */
export const describeOperation = (operation: Operation, route: Parameters<typeof routeMetadata>[0]): Operation => {
  const metadata = routeMetadata(route);
  const { stability, scope, statusMeanings = {}, examples = {}, betaStatuses = [] } = metadata;
  const bodyLimit = (metadata.maxBodyBytes ?? MAX_BODY_BYTES).toLocaleString("en");
  const meaning = (status: number) =>
    statusMeanings[status] ??
    (status === 413 ? `The body exceeds ${bodyLimit} bytes.` : undefined) ??
    Object.values(errorCodes).find((entry) => entry.status === status)?.meaning;
  for (const [status, response] of Object.entries(operation.responses)) {
    const code = Number(status);
    response.description = meaning(code) ?? response.description;
    if (stability !== "beta" && betaStatuses.includes(code)) response["x-stability"] = "beta";
    response.headers = describeHeaders({ ...commonHeaders, ...responseHeadersOf(route, code) });
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
