import { randomUUID } from "node:crypto";
import {
  contract,
  type errorCodes,
  ERRORS_PATH,
  listRoutes,
  Problem,
  PROBLEM_TYPE,
  type ProblemEntry,
  takesIdempotencyKey,
} from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addOrder, addPets, newPet } from "./support/builders.js";
import { furtherRefusals } from "./support/further-refusals.js";
import { particularRequests, type RequestExample, requestExamples } from "./support/requests.js";
import { createTestApi, errorBody, type TestApi } from "./support/test-api.js";

type Options = NonNullable<RequestExample["options"]>;

const routes = listRoutes(contract);
const asked = { accept: PROBLEM_TYPE };

/** The fields that differ between two requests, or between the two forms of an error. */
const own = [
  "content-length",
  "content-type",
  "date",
  "x-request-id",
  "ratelimit",
  "keep-alive",
  "idempotent-replayed",
];
const fieldsOf = (headers: Headers) => [...headers].filter(([name]) => !own.includes(name));

describe("errors for programs", () => {
  let api: TestApi;
  let strict: TestApi;
  const admin = async (on: TestApi): Promise<TestApi> => {
    const key = await on.makeKey("admin");
    return { ...on, key, send: (line, options) => on.send(line, { key, ...options }) };
  };
  beforeAll(async () => {
    api = await admin(await createTestApi());
    strict = await admin(await createTestApi({ CATEGORY_POLICY: "require" }));
  });
  afterAll(() => Promise.all([api, strict].map((one) => one.close())));

  /** The place of an entry, as its sentence names it. */
  const placeOf = ({ pointer, header, parameter, detail }: ProblemEntry): string => {
    if (header !== undefined) return `header ${header}`;
    if (pointer !== undefined) return `body${pointer.replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~")}`;
    return `${detail.slice(0, detail.indexOf("."))}.${parameter}`;
  };
  /** The places that the sentences of a message begin with. */
  const placesIn = (message: string): string[] =>
    message
      .replace(/^the resource does not exist: /, "")
      .split("; ")
      .flatMap((sentence) => /^(?:header [\w-]+|(?:body|query|path)[\w.-]*(?:\[\w+\])?)(?= )/.exec(sentence)?.[0] ?? [])
      // A query as a whole has no entry.
      .filter((place) => place !== "query");

  const problemOf = ({ text }: { text: string }) => Problem.parse(JSON.parse(text));
  const ask = async (line: string, { headers, ...options }: Options = {}, on = api) =>
    problemOf(await on.send(line, { ...options, headers: { ...asked, ...headers } }));

  /** Sends a request that is refused twice, and compares the two forms of its error. */
  const compare = async ({ line, options = {} }: RequestExample, status: number, on = api) => {
    const plain = await on.send(line, options);
    expect([line, plain.status]).toEqual([line, status]);
    const { headers = {} } = options;
    const accept = headers["accept"] === undefined ? PROBLEM_TYPE : `${headers["accept"]}, ${PROBLEM_TYPE}`;
    const other = await on.send(line, { ...options, headers: { ...headers, accept } });
    const problem = problemOf(other);
    const { code, message } = plain.body as { code: keyof typeof errorCodes; message: string };
    expect(plain.body).toEqual({ code, message, status });
    expect(plain.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(other.headers.get("content-type")).toBe(PROBLEM_TYPE);
    expect([other.status, problem.status, problem.code]).toEqual([status, status, code]);
    expect(problem.type).toBe(`${ERRORS_PATH}#${code}`);
    expect(fieldsOf(other.headers)).toEqual(fieldsOf(plain.headers));
    expect(plain.headers.get("vary")).toContain("Accept");
    const places = (problem.errors ?? []).map(placeOf);
    expect([message, places]).toEqual([message, expect.arrayContaining(placesIn(message))]);
    return { problem, message };
  };
  const exampleOf = (operationId: string, on = api) =>
    (requestExamples[operationId] ?? expect.fail(`${operationId} has no example`))(on);

  it.each(routes)("$operationId: an unknown parameter is answered in both forms", async ({ operationId }) => {
    const { line, options = {} } = await exampleOf(operationId);
    const { problem, message } = await compare(
      { line: `${line}${line.includes("?") ? "&" : "?"}colour=red`, options },
      400,
    );
    expect(problem.detail).toBe(message);
    const entry = { parameter: "colour", rule: "unknown", detail: "query.colour is not a recognised parameter" };
    expect(problem.errors).toContainEqual(entry);
  });

  it.each(routes.filter(({ metadata }) => metadata.scope !== null))(
    "$operationId: a missing key and a refused Accept are answered in both forms",
    async ({ operationId }) => {
      const { line, options = {} } = await exampleOf(operationId);
      await compare({ line, options: { ...options, key: "" } }, 401);
      const headers = { ...options.headers, accept: "application/json;q=0, */*;q=0" };
      await compare({ line, options: { ...options, headers } }, 406);
    },
  );

  it.each(routes.filter(({ metadata }) => metadata.scope !== null && metadata.scope !== "read"))(
    "$operationId: a scope that is too small is answered in both forms",
    async ({ operationId }) => {
      const { line, options = {} } = await exampleOf(operationId);
      await compare({ line, options: { ...options, key: await api.makeKey("read") } }, 403);
    },
  );

  const refusals = Object.entries(particularRequests).flatMap(([operationId, cases]) =>
    Object.entries(cases)
      .filter(([status]) => Number(status) >= 400 && Number(status) < 500)
      .map(([status, prepare]) => ({ operationId, status: Number(status), prepare })),
  );

  it.each(refusals)("$operationId: $status is answered in both forms", async ({ status, prepare }) => {
    const { on, ...request } = await prepare({ api, strict });
    const { problem, message } = await compare(request, status, on ?? api);
    if (status !== 409) expect(problem.detail).toBe(message);
  });

  it.each(routes.filter(({ route }) => takesIdempotencyKey(route)))(
    "$operationId: a repeat with the same Idempotency-Key gets the stored refusal in the form it asks for",
    async ({ operationId }) => {
      const { line, options = {} } = await exampleOf(operationId);
      const headers = { ...options.headers, "idempotency-key": randomUUID() };
      const send = (more: object) => api.send(`${line}?colour=red`, { ...options, headers: { ...headers, ...more } });
      const first = await send({});
      const second = await send(asked);
      expect([first.status, second.status, second.headers.get("idempotent-replayed")]).toEqual([400, 400, "true"]);
      expect(problemOf(second).errors).toContainEqual(expect.objectContaining({ parameter: "colour" }));
    },
  );

  it.each([
    ["application/problem+json", true],
    ["APPLICATION/PROBLEM+JSON", true],
    ["application/problem+json, application/json", true],
    ["application/problem+json, */*;q=0.9", true],
    ["application/json;q=0.5, application/problem+json;q=0.6", true],
    ["application/json, application/problem+json", false],
    ["application/problem+json;q=0.5, application/json", false],
    ["application/json, application/problem+json;q=0", false],
    ["application/json", false],
    ["*/*", false],
    ["application/*", false],
  ])("the form of an error depends on Accept: %s", async (accept, isProblem) => {
    const { status, headers } = await api.send("GET /v1/pets/900000000000001", { headers: { accept } });
    expect([status, headers.get("content-type")]).toEqual([
      404,
      isProblem ? PROBLEM_TYPE : "application/json; charset=utf-8",
    ]);
  });

  it("a success is sent as usual if Accept has only the media type of errors", async () => {
    const { status, headers } = await api.send("GET /v1/pets?limit=1", { headers: asked });
    expect([status, headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
  });

  it("each entry has the place, the rule and the value of a problem", async () => {
    const body = { name: "", categoryId: "1", status: "asleep", "a/b": 1 };
    expect((await ask("POST /v1/pets", { body })).errors).toEqual([
      expect.objectContaining({ pointer: "/name", given: "" }),
      expect.objectContaining({ pointer: "/categoryId", rule: "type", given: "1" }),
      expect.objectContaining({ pointer: "/status", rule: "one_of", given: "asleep" }),
      { pointer: "/a~1b", rule: "unknown", detail: "body.a/b is not a recognised field" },
    ]);
    expect((await ask("POST /v1/pets", { body: { name: "Bo" } })).errors).toEqual([
      { pointer: "/categoryId", rule: "required", detail: "body.categoryId is required" },
    ]);
    expect((await ask("GET /v1/pets?limit=x")).errors).toEqual([
      { parameter: "limit", rule: "format", detail: expect.any(String), given: "x" },
    ]);
    expect((await ask("GET /v1/pets/abc")).errors).toEqual([
      { parameter: "petId", rule: "format", detail: expect.any(String), given: "abc" },
    ]);
    const headers = { "idempotency-key": "" };
    expect((await ask("POST /v1/pets", { body: newPet(), headers })).errors?.[0]).toMatchObject({
      header: "Idempotency-Key",
    });
  });

  it("an entry points at the attribute that the client has named, whatever characters it has", async () => {
    const body = newPet({ profile: { attributes: { "a.b/c~d": 1 } } });
    expect((await ask("POST /v1/pets", { body })).errors).toEqual([
      {
        pointer: "/profile/attributes/a.b~1c~0d",
        rule: "invalid",
        detail: "body.profile.attributes.a.b/c~d is not an attribute of this store",
      },
    ]);
  });

  it("the member conflict names the thing that is in the way", async () => {
    const [petId = 0, otherId = 0] = await addPets(api, {}, {});
    const orderId = await addOrder(api, petId);
    expect((await ask(`DELETE /v1/pets/${petId}`)).conflict).toEqual({ kind: "order", id: orderId });
    const externalId = randomUUID();
    await api.send(`PATCH /v1/pets/${otherId}/profile`, { body: { externalId } });
    const taken = await ask("POST /v1/pets", { body: newPet({ profile: { externalId } }) });
    expect(taken.conflict).toEqual({ kind: "pet", id: otherId });
    expect(taken.errors?.[0]).toMatchObject({ pointer: "/profile/externalId", rule: "unique" });
  });

  it.each([
    ["createCategory", "category"],
    ["updateCategory", "category"],
    ["deleteCategory", "pet"],
    ["mergeCategory", "category_merge"],
    ["createAttribute", "attribute"],
    ["updateAttribute", "pet"],
    ["deleteAttribute", "pet"],
    ["restoreAttribute", "attribute"],
    ["updateProfile", "pet"],
    ["updateProfileBatch", "pet"],
    ["deletePet", "order"],
    ["updatePet", "order"],
    ["createOrder", "pet"],
    ["updateCustomer", "customer"],
  ])("%s: a 409 names the %s that is in the way", async (operationId, kind) => {
    const prepare = particularRequests[operationId]?.[409] ?? expect.fail();
    const { line, options, on } = await prepare({ api, strict });
    expect((await ask(line, options, on)).conflict).toEqual({ kind, id: expect.any(Number) as number });
  });

  it("other refusals have their own code, and name the conflicting resource if there is one", async () => {
    const full = await admin(await createTestApi());
    for (const { operationId, code, conflict, prepare } of furtherRefusals) {
      const { line, options } = await prepare(full);
      const problem = await ask(line, options, full);
      expect([operationId, problem.code, problem.conflict?.kind]).toEqual([operationId, code, conflict]);
    }
    await full.close();
  });

  it("an entry repeats no personal or secret value, and shortens a long value", async () => {
    const [petId = 0] = await addPets(api, {});
    const customer = { name: "Ada", email: "not an address of ada" };
    const order = await ask("POST /v1/orders", { body: { petId, customer } });
    expect(order.errors).toEqual([expect.objectContaining({ pointer: "/customer/email" })]);
    expect(JSON.stringify(order)).not.toContain("of ada");
    const url = "https://user:hunter2@hooks.example/";
    expect(JSON.stringify(await ask("POST /v1/webhook-endpoints", { body: { url } }))).not.toContain("hunter2");
    const [entry] = (await ask(`GET /v1/pets?limit=${"9".repeat(500)}`)).errors ?? [];
    expect(String(entry?.given)).toHaveLength(101);
    const whole = await ask("POST /v1/orders", { body: { petId, customer: "Ada Lovelace" } });
    expect(JSON.stringify(whole)).not.toContain("Lovelace");
  });

  it("a path that does not exist has a code of its own, in both forms", async () => {
    const { status, body } = await api.send("GET /v1/pet/1");
    expect([status, body]).toEqual([404, errorBody("path_not_found", 404)]);
    expect(await ask("GET /pets/1")).toMatchObject({ code: "path_not_found", type: `${ERRORS_PATH}#path_not_found` });
    expect(await ask("GET /v1/pets/abc")).toMatchObject({ code: "not_found" });
    const auth = await ask("POST /auth/nothing", { headers: { origin: api.origin } });
    expect(auth.code).toBe("path_not_found");
  });

  it("a problem says that a parameter was given twice, or how to repeat one that takes a list", async () => {
    const twice = await ask("GET /v1/pets?limit=1&limit=2");
    expect(twice.errors).toEqual([
      { parameter: "limit", rule: "repeated", detail: "query.limit is given 2 times; send it once" },
    ]);
    const list = await ask("GET /v1/pets?id=1,2");
    expect(list.detail).toBe("query.id must be repeated for several values: id=1&id=2");
    const types = await ask("GET /v1/events?types=pet.created,pet.deleted");
    expect(types.detail).toBe("query.types must be repeated for several values: types=pet.created&types=pet.deleted");
  });

  it("no sentence of zod reaches a client, whatever the parameters are", async () => {
    const reads = routes.filter(({ route }) => route.method === "GET" && route.query !== undefined);
    for (const { operationId, route } of reads) {
      const names = Object.keys((route.query as { shape?: object }).shape ?? {});
      const { line, options = {} } = await exampleOf(operationId);
      for (const value of ["", "zz,yy", "zz"]) {
        const query = new URLSearchParams(names.map((name) => [name, value])).toString();
        const { text } = await api.send(`${line}?${query}`, options);
        expect([line, text]).not.toEqual([
          line,
          expect.stringMatching(/Invalid (?:input|option|string)|Too (?:small|big)|expected /),
        ]);
      }
    }
  });
});
