import { BASE_PATH, contract, listRoutes, personalAnswerOf } from "@petstore/contract/routes";
import { authContract } from "@petstore/contract/auth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestExamples, type RequestExample } from "./support/requests.js";
import { createTestApi, type TestApi, ways } from "./support/test-api.js";

const routes = listRoutes(contract);

/** The operations are listed here explicitly, so that the test notices if the mark does not reach one of them. */
const unstored = [
  ...["listCustomers", "createCustomer", "getCustomer", "updateCustomer", "deleteCustomer", "exportCustomer"],
  ...["listOrders", "getOrder", "createOrder", "updateOrder", "getToday", "listSuggestions"],
  ...["listPetNotes", "createNote", "getNote", "updateNote", "listNotes", "restoreNote"],
  ...["listHistory", "listHistoryActors", "listActions", "getAction", "undoAction", "stopUndo"],
  ...["listAuditEvents", "listEvents", "listViews", "getView", "putView", "listApiKeys", "getApiKey"],
];

const isAdmin = ({ metadata }: (typeof routes)[number]) => metadata.scope === "admin";
const isUnstored = (one: (typeof routes)[number]) => isAdmin(one) || unstored.includes(one.operationId);

/** The names that only personal fields have, in the body of any operation. */
const personalNames = /"(?:email|phone|address|note|notes|author|actor|owner|createdBy|reference)":/;

/** They have such names, but for no person: the document describes the fields, and the address is that of the store. */
const impersonal = ["getOpenApiDocument", "getStore"];

it("each operation with personal data is in this list or requires scope admin", () => {
  const marked = routes.filter(({ route }) => personalAnswerOf(route).length > 0);
  const others = marked.filter((one) => !isAdmin(one)).map(({ operationId }) => operationId);
  const named = routes.filter((one) => unstored.includes(one.operationId) && !isAdmin(one));
  expect(others.toSorted()).toEqual(named.map(({ operationId }) => operationId).toSorted());
});

describe.each(ways)("Cache-Control of every operation, through %s", (_way, adapt, isOwn) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({}, {}, adapt);
    await api.deps.undoRunner.close();
  });
  afterAll(() => api.close());

  const exampleOf = async (operationId: string): Promise<RequestExample> =>
    (await requestExamples[operationId]?.(api)) ?? expect.fail();
  const send = async ({ line, options }: RequestExample, more: RequestExample["options"] = {}) => {
    const answer = await api.send(line, { ...options, ...more, headers: { ...options?.headers, ...more.headers } });
    return { ...answer, field: answer.headers.get("cache-control") };
  };

  it.each(routes.filter((one) => isOwn(one) && isUnstored(one)))(
    "is no-store for $operationId, even on errors and 304",
    async (one) => {
      const example = await exampleOf(one.operationId);
      const answer = await send(example);
      expect([answer.status < 300, answer.field]).toEqual([true, expect.stringMatching(/^(?:private, )?no-store$/)]);
      const [method = "", path = ""] = example.line.split(" ");
      const refused = [
        await send(example, { key: "" }),
        await send({ ...example, line: `${method} ${path}${path.includes("?") ? "&" : "?"}unknown=1` }),
        ...(304 in one.route.responses ? [await send(example, { headers: { "if-none-match": "*" } })] : []),
      ];
      expect(refused.map(({ field }) => field)).toEqual(refused.map(() => "no-store"));
      expect(refused.map(({ status }) => status)).toEqual(304 in one.route.responses ? [401, 400, 304] : [401, 400]);
    },
  );

  it.each(routes.filter((one) => isOwn(one) && !isUnstored(one)))(
    "lets a browser store the response to $operationId, which contains no personal data",
    async (one) => {
      const { field, text, status } = await send(await exampleOf(one.operationId));
      const isConditional = 304 in one.route.responses;
      const expected = isConditional
        ? "private, no-cache"
        : one.operationId === "exportPets"
          ? "private, no-store"
          : null;
      expect([status < 300, field]).toEqual([true, expected]);
      if (!impersonal.includes(one.operationId)) expect(text).not.toMatch(personalNames);
    },
  );
});

describe("Cache-Control below /auth", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  it.each(listRoutes(authContract))("is no-store for $operationId", async ({ route }) => {
    const post = { method: "POST", body: "{}", headers: { "content-type": "application/json", origin: api.origin } };
    const { headers } = await fetch(`${api.origin}/auth${route.path}`, route.method === "POST" ? post : {});
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

it("does not change the three published operations by a byte", async () => {
  const api = await createTestApi();
  const { line: get } = (await requestExamples["getPet"]?.(api)) ?? expect.fail();
  for (const line of [`GET ${BASE_PATH}/pets`, get])
    expect((await api.send(line)).headers.get("cache-control")).toBe("private, no-cache");
  const created = await requestExamples["createPet"]?.(api);
  expect((await api.send(created?.line ?? "", created?.options)).headers.has("cache-control")).toBe(false);
  await api.close();
});
