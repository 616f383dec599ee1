import { contract } from "@petstore/contract/routes";
import type { Operation, Parameter } from "../openapi.js";
import { v1 } from "../openapi.js";

/** The request of an operation that its samples send, in every language the same. */
export type SampleRequest = {
  readonly operationId: string;
  /** The group of the operation in our client: `pets`. */
  readonly group: string;
  readonly method: string;
  /** The path below the base path, with the names of its parameters: `/pets/{petId}`. */
  readonly path: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly query: Readonly<Record<string, string | number>>;
  readonly takesKey: boolean;
  readonly body: SampleBody | undefined;
  /** What the successful response contains, and the name of its schema. */
  readonly answer: { readonly mediaType: string; readonly schema: string | undefined } | undefined;
};

/** A body in JSON, or a file. */
export type SampleBody =
  | { readonly mediaType: string; readonly json: unknown }
  | { readonly mediaType: string; readonly file: string };

/** An uploaded file, which lies beside the samples. */
const IMAGE = { mediaType: "image/png", file: "photo.png" } as const;

const groups: ReadonlyMap<string, string> = new Map(
  Object.entries(contract).flatMap(([group, routes]) =>
    Object.keys(routes).map((operationId) => [operationId, group] as const),
  ),
);

const groupOf = (operationId: string): string => {
  const group = groups.get(operationId);
  if (group === undefined) throw new Error(`The contract has no operation ${operationId}: run openapi:write again.`);
  return group;
};

const valueOf = ({ name, example, schema }: Parameter): string | number => {
  const value = example ?? schema.default;
  if (typeof value === "string" || typeof value === "number") return value;
  throw new Error(`The parameter ${name} has no example that a sample could send.`);
};

const valuesOf = (parameters: readonly Parameter[]) =>
  Object.fromEntries(parameters.map((parameter) => [parameter.name, valueOf(parameter)]));

const bodyOf = ({ requestBody }: Operation): SampleBody | undefined => {
  const contents = Object.entries(requestBody?.content ?? {});
  if (contents.some(([mediaType]) => mediaType === IMAGE.mediaType)) return IMAGE;
  const [first] = contents;
  if (first === undefined) return undefined;
  const [mediaType, { examples = {} }] = first;
  return { mediaType, json: Object.values(examples)[0]?.value };
};

const answerOf = ({ responses }: Operation): SampleRequest["answer"] => {
  // An operation that has a 204 has other successes only for parameters that its sample does not send.
  if (responses["204"] !== undefined) return undefined;
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const [first] = Object.entries(success?.content ?? {});
  if (first === undefined) return undefined;
  const [mediaType, { schema }] = first;
  return { mediaType, schema: schema.$ref?.split("/").at(-1) };
};

/**
 * Returns the request with the examples of the document. It has the parameters that the operation requires, and `limit`
 * of a list, which shows how a query is written. Nobody should copy the examples of `Idempotency-Key` and of tags, so
 * the samples have neither.
 */
const sampleRequestOf = (operation: Operation): SampleRequest => {
  const { operationId, method, path, parameters = [] } = operation;
  const isSent = ({ in: place, name, required }: Parameter) =>
    place === "query" && (required === true || name === "limit");
  return {
    operationId,
    group: groupOf(operationId),
    method,
    path: path.slice(v1.basePath.length),
    params: valuesOf(parameters.filter((one) => one.in === "path")),
    query: valuesOf(parameters.filter(isSent)),
    takesKey: operation["x-required-scope"] !== undefined,
    body: bodyOf(operation),
    answer: answerOf(operation),
  };
};

/** The requests of all operations below `/v1`, by operationId. */
export const sampleRequests: ReadonlyMap<string, SampleRequest> = new Map(
  v1.operations.map((operation) => [operation.operationId, sampleRequestOf(operation)]),
);

/** Returns the path and the query as they are sent, without the base path. */
export const targetOf = ({ path, params, query }: SampleRequest): string => {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return search.size === 0 ? target : `${target}?${search}`;
};
