import { afterAll, beforeAll, describe, expect, it } from "vitest";
import document from "@petstore/contract/openapi.json" with { type: "json" };
import { inlineComponents } from "@petstore/contract/routes";
import { particularRequests, requestExamples } from "./support/requests.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

// These tests follow every link of the OpenAPI document as a client would, with the values of a real response.

type Link = { operationId: string; parameters: Record<string, string> };
type Parameter = { name: string; in: string };
type Operation = {
  operationId: string;
  parameters: Parameter[];
  responses: Record<string, { links?: Record<string, Link> }>;
};
type Answer = Awaited<ReturnType<TestApi["send"]>>;

const operations = Object.entries(inlineComponents(document).paths).flatMap(([path, methods]) =>
  Object.entries(methods as unknown as Record<string, Operation>).map(([method, operation]) => ({
    path,
    method,
    ...operation,
  })),
);
const linked = operations.flatMap(({ operationId, responses }) =>
  Object.entries(responses).flatMap(([status, { links = {} }]) =>
    Object.values(links).map((link) => ({ from: operationId, status: Number(status), link, to: link.operationId })),
  ),
);

const evaluate = (expression: string, { body, headers }: Answer): string => {
  const [, header, pointer = ""] = /^\$response\.(?:header\.(.+)|body#(.+))$/.exec(expression) ?? [];
  if (header !== undefined) return headers.get(header) ?? expect.fail(`no header ${header}`);
  const keys = pointer.split("/").slice(1);
  return `${keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], body) as string | number}`;
};

/** The bodies of links that need a body other than the example of their target. */
const otherBodies: Record<string, object> = { "updateOrder updateOrder": { status: "delivered" } };

/** Builds the request that a link describes, with the body of the target's example. */
const requestOf = async ({ operationId, parameters }: Link, answer: Answer, api: TestApi) => {
  const target = operations.find((one) => one.operationId === operationId) ?? expect.fail(`no ${operationId}`);
  const example = await (requestExamples[operationId] ?? expect.fail(`${operationId} has no example`))(api);
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  let { path } = target;
  for (const [name, expression] of Object.entries(parameters)) {
    const { name: field, in: place } =
      target.parameters.find((one) => name === one.name || name === `${one.in}.${one.name}`) ??
      expect.fail(`no ${name}`);
    const value = evaluate(expression, answer);
    if (place === "path") path = path.replace(`{${field}}`, encodeURIComponent(value));
    else if (place === "header") headers[field] = value;
    else query.set(field, value);
  }
  const search = query.size > 0 ? `?${query}` : "";
  return { line: `${target.method.toUpperCase()} /v1${path}${search}`, body: example.options?.body, headers };
};

describe("the links of the OpenAPI document", () => {
  let api: TestApi;
  let key: string;
  beforeAll(async () => {
    api = await createTestApi();
    key = await api.makeKey("admin");
  });
  afterAll(() => api.close());

  it.each(linked)("$from $status leads to $to, which succeeds", async ({ from, status, link }) => {
    const ofStatus = particularRequests[from]?.[status];
    const example = ofStatus
      ? await ofStatus({ api, strict: api })
      : await (requestExamples[from] ?? expect.fail(`${from} has no example`))(api);
    const { line, options } = example;
    const send = () => api.send(line, { ...options, key });
    const first = await send();
    // Saving a view a second time replaces it, so the first status is 201 and the second is 200.
    const answer = first.status === status ? first : await send();
    expect(answer.status).toBe(status);
    const { line: next, body: usual, headers } = await requestOf(link, answer, api);
    const body = otherBodies[`${from} ${link.operationId}`] ?? usual;
    const { status: reached } = await api.send(next, { key, headers, ...(body === undefined ? {} : { body }) });
    expect([next, reached]).toEqual([next, expect.toSatisfy((code: number) => code >= 200 && code < 300)]);
  });
});
