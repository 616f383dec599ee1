import { contract, listRoutes } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "./support/audit.js";
import { requestExamples } from "./support/requests.js";
import { createAdminApi, type TestApi } from "./support/test-api.js";

const patches = listRoutes(contract).filter(({ route }) => route.method === "PATCH");

describe("the conventions of /v1", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createAdminApi();
  });
  afterAll(() => api.close());

  it.each(patches)("$operationId answers an empty change with 200 and changes nothing", async ({ operationId }) => {
    const { line } = await (requestExamples[operationId] ?? expect.fail())(api);
    const read = () => api.send(line.replace("PATCH", "GET"));
    const before = await read();
    const last = await lastEventId(api.database);
    const { status, text } = await api.send(line, { body: {} });
    expect([status, JSON.parse(text)]).toEqual([200, before.body]);
    expect((await read()).text).toBe(before.text);
    expect(await eventsSince(api.database, last)).toEqual([]);
  });
});
