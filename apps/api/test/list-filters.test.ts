import { BASE_PATH, type ContractRoute, contract, listRoutes, MAX_ID } from "@petstore/contract/routes";
import { beforeAll, afterAll, describe, expect, it } from "vitest";
import { type Parameter, routesWithFilters } from "./support/list-parameters.js";
import { requestExamples } from "./support/requests.js";
import { createTestApi, type TestApi } from "./support/test-api.js";
import { usualRequests } from "./support/usual-requests.js";

// A filter that is declared but not implemented would return every row. These tests walk over the contract, so that a
// new list, or a new parameter of a list, is covered without a change here.

/** Returns values of which some may be invalid. One of them matches nothing. */
const candidatesOf = ({ schema, name }: Parameter, attributes: readonly string[]): string[] => {
  const written = (value: string) => `${name}=${encodeURIComponent(value)}`;
  if (schema.type === "object") return attributes.map((one) => `${name}[${one}]=123456`);
  const values = schema.enum ??
    schema.items?.enum ?? [
      ...["true", "false", String(MAX_ID), "0001-01-01T00:00:00Z", "9999-01-01T00:00:00Z", "no such text"],
      ...[schema.examples ?? []]
        .flat(2)
        .map(String)
        .flatMap((text) => [text, text.replaceAll(/\d+/g, String(MAX_ID))]),
    ];
  return values.map(written);
};

/** Returns the rows in the response of a list; undefined if the response is not a list. */
const rowsIn = ({ body, text, headers }: Awaited<ReturnType<TestApi["send"]>>): unknown[] | undefined => {
  if (headers.get("content-type")?.startsWith("text/csv")) return text.trimEnd().split("\n").slice(1);
  const data = Array.isArray(body) ? body : (body as { data?: unknown } | undefined)?.data;
  return Array.isArray(data) ? data : undefined;
};

describe("the filters of lists", () => {
  let api: TestApi;
  let key: string;
  let attributes: string[];
  const exampleOf = (operationId: string) => (requestExamples[operationId] ?? usualRequests[operationId])?.(api);

  beforeAll(async () => {
    api = await createTestApi();
    key = await api.makeKey("admin");
    // The examples of these operations create rows. With two rows, each list has a second page.
    const makers = listRoutes(contract).filter(({ operationId }) => /^(create|put|get)/.test(operationId));
    for (const { operationId, route } of [...makers, ...makers]) {
      const example = await exampleOf(operationId);
      if (example !== undefined && route.method !== "GET") await api.send(example.line, { ...example.options, key });
    }
    const { body } = await api.send("GET /v1/attributes?limit=100", { key });
    attributes = (body as { name: string; type: string }[]).flatMap(({ name, type }) =>
      type === "number" ? [name] : [],
    );
  });
  afterAll(() => api.close());

  const lists = routesWithFilters.flatMap(({ one, filters }) =>
    filters.map((parameter) => [`${one.operationId}?${parameter.name}`, one, parameter] as const),
  );

  const lineOf = async ({ operationId, route: { path } }: ContractRoute) =>
    (await exampleOf(operationId))?.line ?? `GET ${BASE_PATH}${path}`;
  const withParameters = (line: string, ...parameters: string[]) =>
    `${line}${line.includes("?") ? "&" : "?"}${parameters.join("&")}`;

  it.each(lists)("%s answers an empty list for a value that matches nothing", async (_name, one, parameter) => {
    const line = await lineOf(one);
    const all = rowsIn(await api.send(line, { key }));
    // Reads of a single resource have parameters too, but they are not lists.
    if (all === undefined) return;
    expect(all, "the list needs rows, or a filter that is ignored would look as if it worked").not.toEqual([]);
    const headers: Record<string, string> =
      "prefer" in ((one.route.headers ?? {}) as object) ? { prefer: "count=exact" } : {};
    const answers = [];
    for (const filter of candidatesOf(parameter, attributes)) {
      const answer = await api.send(withParameters(line, filter), { key, headers });
      if (answer.status === 200)
        answers.push({ filter, rows: rowsIn(answer), count: answer.headers.get("total-count") });
    }
    const empty = answers.find(({ rows }) => rows?.length === 0);
    expect(empty, `valid: ${answers.map(({ filter }) => filter).join(", ")}`).toBeDefined();
    if ("prefer" in headers) expect(empty?.count).toBe("0");
  });

  it.each(lists)(
    "%s is part of the cursors, and a cursor of another selection is refused",
    async (_name, one, parameter) => {
      const line = await lineOf(one);
      const first = await api.send(withParameters(line, "limit=1"), { key });
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1];
      if (next === undefined) return;
      const statuses = [];
      for (const filter of candidatesOf(parameter, attributes)) {
        statuses.push((await api.send(withParameters(`GET ${next}`, filter), { key })).status);
      }
      expect([...new Set(statuses)]).toEqual([400]);
    },
  );
});
