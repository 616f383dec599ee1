import { randomUUID } from "node:crypto";
import {
  commonHeaders,
  contract,
  inlineComponents,
  listRoutes,
  MAX_BODY_BYTES,
  type PetUpsertResult,
  takesBody,
  takesIdempotencyKey,
} from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { storeTables } from "../src/database/store-tables.js";
import { openRateLimitStore } from "../src/concurrency/rate-limit/rate-limit-store.js";
import { addOrder, addPets, newPet } from "./support/builders.js";
import { furtherRefusals } from "./support/further-refusals.js";
import {
  apiKey,
  particularRequests,
  type RequestExample,
  requestExamples,
  staleSessionKey,
} from "./support/requests.js";
import { createLocalBus } from "../src/concurrency/worker-bus.js";
import { createTestApi, type TestApi } from "./support/test-api.js";
import { queryAsSuperuser } from "./support/test-database.js";

// These tests send requests for every route, status, header and parameter of the OpenAPI document. The last tests
// compare the responses with the document, in both directions.

type Options = NonNullable<Parameters<TestApi["send"]>[1]>;
type Answer = { status: number; headers: Headers; text: string };
type Example = { value: { code: string; message: string; status: number } };
type Parameter = { name: string; in: "query" | "header" | "path"; example?: string | number | (string | number)[] };
type Operation = {
  operationId: string;
  parameters: Parameter[];
  responses: Record<
    string,
    { headers?: Record<string, unknown>; content?: Record<string, { examples?: Record<string, Example> }> }
  >;
};

/** Terminates the connections to a database and refuses new ones. */
const cutOff = async (database: string) => {
  await queryAsSuperuser(`ALTER DATABASE ${database} CONNECTION LIMIT 0`);
  await queryAsSuperuser(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);
};

const letIn = (database: string) => queryAsSuperuser(`ALTER DATABASE ${database} CONNECTION LIMIT -1`);

/** Creates a service whose requests use a key of scope admin by default. */
const createAdminApi = async (...given: Parameters<typeof createTestApi>): Promise<TestApi> => {
  const api = await createTestApi(...given);
  const key = await api.makeKey("admin");
  return { ...api, key, send: (line, options) => api.send(line, { key, ...options }) };
};

/** The fields of HTTP itself. The description of `Vary` says which responses may have a `Content-Encoding`. */
const plainHttp = [
  ...["connection", "content-encoding", "content-length", "content-type", "date", "keep-alive", "transfer-encoding"],
];

describe("the document and the service", () => {
  let api: TestApi;
  let strict: TestApi;
  let broken: TestApi;
  let unreachable: TestApi;
  let impatient: TestApi;
  let limited: TestApi;
  let operations: Operation[];
  const seen = new Map<string, Set<string>>();
  /** The messages of each operation's errors, by their codes. */
  const messages = new Map<string, Set<string>>();

  beforeAll(async () => {
    api = await createAdminApi();
    strict = await createAdminApi({ CATEGORY_POLICY: "require" });
    broken = await createAdminApi();
    unreachable = await createAdminApi();
    limited = await createAdminApi({ RATE_LIMIT: "1" });
    impatient = await createAdminApi();
    impatient.server.headersTimeout = 1_000;
    impatient.server.requestTimeout = 1_000;
    const document = (await api.send("GET /v1/openapi.json")).body as {
      paths: Record<string, Record<string, Operation>>;
      components: object;
    };
    operations = Object.values(inlineComponents(document).paths).flatMap((methods) => Object.values(methods));
  });
  afterAll(() => Promise.all([api, strict, broken, unreachable, limited, impatient].map((one) => one.close())));

  /** Returns the examples of an operation's errors. */
  const errorsOf = ({ operationId, responses }: Operation) =>
    Object.entries(responses).flatMap(([status, { content = {} }]) =>
      // test/problems.test.ts checks the form of errors for programs.
      [content["application/json"] ?? {}]
        .flatMap(({ examples = {} }) => Object.entries(examples))
        .filter(() => Number(status) >= 400)
        .map(([name, { value }]) => ({ operationId, declared: Number(status), name, ...value })),
    );
  const operationOf = (operationId: string): Operation =>
    operations.find(({ operationId: one }) => one === operationId) ?? expect.fail(`no operation ${operationId}`);
  const note = (operationId: string, { status, headers, text }: Answer) => {
    const key = `${operationId} ${status}`;
    seen.set(key, new Set([...(seen.get(key) ?? []), ...headers.keys()]));
    if (status >= 400) {
      const { code, message } = JSON.parse(text) as Example["value"];
      messages.set(`${key} ${code}`, new Set([...(messages.get(`${key} ${code}`) ?? []), message]));
    }
    return status;
  };
  const parse = (answer: string): Answer => {
    const [start = "", text = ""] = answer.split("\r\n\r\n");
    const [head = "", ...fields] = start.split("\r\n");
    const pairs = fields.map((field) => field.split(/: (.*)/s).slice(0, 2) as [string, string]);
    return { status: Number(head.split(" ")[1]), headers: new Headers(pairs), text };
  };

  const routes = listRoutes(contract);
  const keyed = routes.filter(({ metadata }) => metadata.scope !== null);
  const reads = routes.filter(({ route }) => 304 in route.responses);
  const scoped = keyed.filter(({ metadata }) => metadata.scope !== "read");
  const repeatable = routes.filter(({ route }) => takesIdempotencyKey(route));
  const isRepeatable = (operationId: string) => repeatable.some((one) => one.operationId === operationId);
  const withBody = routes.filter(({ route }) => takesBody(route));
  const own = Object.entries(particularRequests).flatMap(([operationId, cases]) =>
    Object.entries(cases).map(([status, prepare]) => ({ operationId, status: Number(status), prepare })),
  );

  const exampleOf = (operationId: string, on = api) =>
    (requestExamples[operationId] ?? expect.fail(`${operationId} has no example`))(on);
  const send = async (operationId: string, { line, options = {} }: RequestExample, extra: Options = {}, on = api) => {
    const headers = { ...options.headers, ...extra.headers };
    const answer = await on.send(line, { ...options, ...extra, headers });
    note(operationId, answer);
    return answer;
  };
  const sendTwice = async (operationId: string, request: RequestExample, on = api) => {
    const extra = { headers: { "idempotency-key": randomUUID() } };
    const first = await send(operationId, request, extra, on);
    const second = await send(operationId, request, extra, on);
    expect([second.status, second.headers.get("idempotent-replayed")]).toEqual([first.status, "true"]);
    return second;
  };
  const withQuery = ({ line, options }: RequestExample, query: string): RequestExample => ({
    line: `${line}${line.includes("?") ? "&" : "?"}${query}`,
    ...(options && { options }),
  });

  it.each(routes)("$operationId succeeds", async ({ operationId }) => {
    expect((await send(operationId, await exampleOf(operationId))).status).toBeLessThan(300);
  });

  it.each(routes)("$operationId: 400 for an unknown parameter", async ({ operationId }) => {
    const request = withQuery(await exampleOf(operationId), "unknown=1");
    expect((await send(operationId, request)).status).toBe(400);
  });

  it.each(routes)("$operationId: 400 for the example with a mistake", async ({ operationId }) => {
    const [{ message } = expect.fail()] = errorsOf(operationOf(operationId)).filter(({ declared }) => declared === 400);
    const request = await exampleOf(operationId);
    const [, parameter, field] = /^(?:query\.(\w+)|body(?:\.0)?\.?(\w*)) /.exec(message) ?? expect.fail(message);
    const { body } = request.options ?? {};
    const without = (value: unknown) => {
      if (!field) return {};
      const { [field]: _, ...rest } = value as Record<string, unknown>;
      return rest;
    };
    const invalid =
      parameter === undefined
        ? {
            ...request,
            options: { ...request.options, body: Array.isArray(body) ? [without(body[0])] : without(body) },
          }
        : withQuery(request, `${parameter}=0`);
    const answer = await send(operationId, invalid);
    expect(answer.body).toEqual({ code: "invalid_request", message, status: 400 });
  });

  it.each(keyed)("$operationId: 401 without a key, and with one that is invalid", async ({ operationId }) => {
    const request = await exampleOf(operationId);
    for (const key of ["", "pets_live_invalid"]) expect((await send(operationId, request, { key })).status).toBe(401);
  });

  it.each(scoped)("$operationId: 403 with a key of scope read", async ({ operationId }) => {
    const key = await api.makeKey("read");
    expect((await send(operationId, await exampleOf(operationId), { key })).status).toBe(403);
  });

  it.each(routes)("$operationId: 406 when Accept excludes JSON", async ({ operationId }) => {
    const headers = { accept: "text/html" };
    expect((await send(operationId, await exampleOf(operationId), { headers })).status).toBe(406);
  });

  it("the service answers 408 to requests that do not arrive in time", async () => {
    const answers = routes.map(async ({ operationId }) => {
      const { line } = await exampleOf(operationId, impatient);
      return note(operationId, parse(await impatient.sendBytes(`${line} HTTP/1.1\r\nHost: a\r\n`)));
    });
    expect(new Set(await Promise.all(answers))).toEqual(new Set([408]));
  });

  it("the service answers 408 to bodies that do not arrive in time", async () => {
    const answers = withBody.map(async ({ operationId }) => {
      const { line } = await exampleOf(operationId, impatient);
      const head = `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${impatient.key}\r\nContent-Length: 9\r\n\r\n{`;
      return note(operationId, parse(await impatient.sendBytes(head)));
    });
    expect(new Set(await Promise.all(answers))).toEqual(new Set([408]));
  });

  it.each(keyed)("$operationId: 429 over the limit of the key", async ({ operationId }) => {
    const key = await limited.makeKey("admin");
    await limited.send("GET /v1/inventory", { key });
    const { status, headers } = await send(operationId, await exampleOf(operationId), { key }, limited);
    expect([status, headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^[1-9]\d*$/)]);
  });

  it.each(routes)("$operationId: 431 for header fields over the limit", async ({ operationId }) => {
    const { line } = await exampleOf(operationId);
    const answer = await api.sendBytes(`${line} HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(17_000)}\r\n\r\n`);
    expect(note(operationId, parse(answer))).toBe(431);
  });

  it.each(withBody)("$operationId: 413 for a body over the limit", async ({ operationId, metadata }) => {
    const { line } = await exampleOf(operationId);
    const raw = " ".repeat((metadata.maxBodyBytes ?? MAX_BODY_BYTES) + 1);
    const options = { raw, headers: { "content-type": "application/json" } };
    expect((await send(operationId, { line, options })).status).toBe(413);
  });

  it.each(withBody)("$operationId: 415 for an encoded body", async ({ operationId }) => {
    const { line } = await exampleOf(operationId);
    const options = { raw: "x", headers: { "content-type": "application/json", "content-encoding": "gzip" } };
    const sendIt = isRepeatable(operationId) ? sendTwice : send;
    expect((await sendIt(operationId, { line, options })).status).toBe(415);
  });

  it.each(withBody)("$operationId: 415 for text", async ({ operationId }) => {
    const { line } = await exampleOf(operationId);
    const options = { raw: "x", headers: { "content-type": "text/plain" } };
    expect((await send(operationId, { line, options })).status).toBe(415);
  });

  it("operations whose effect outlives a session: 403 if the proof of identity is old", async () => {
    const accountId = await api.makeAccount();
    const key = await staleSessionKey(api, accountId);
    const rotation = {
      line: `POST /v1/api-keys/${await apiKey(api, accountId)}/rotate`,
      options: { body: { overlapSeconds: 0 } },
    };
    const change = await exampleOf("updateWebhookEndpoint");
    const move = { ...change, options: { ...change.options, body: { url: "https://shop.example/moved" } } };
    const erasure = { line: `${(await exampleOf("deletePhoto")).line}?erase=true` };
    for (const [operationId, request] of [
      ["createApiKey", await exampleOf("createApiKey")],
      ["rotateApiKey", rotation],
      ["createWebhookEndpoint", await exampleOf("createWebhookEndpoint")],
      ["updateWebhookEndpoint", move],
      ["rotateWebhookSecret", await exampleOf("rotateWebhookSecret")],
      ["deleteWebhookEndpoint", await exampleOf("deleteWebhookEndpoint")],
      ["deleteCustomer", await exampleOf("deleteCustomer")],
      ["exportCustomer", await exampleOf("exportCustomer")],
      ["deletePhoto", erasure],
    ] as const) {
      const { body } = await send(operationId, request, { key });
      expect([operationId, body]).toMatchObject([operationId, { code: "reauthentication_required" }]);
    }
  });

  it.each(["updatePet", "putPetByExternalId"])(
    "%s: 409 for an unknown category if the service refuses those",
    async (operationId) => {
      const request = {
        ...(await exampleOf(operationId, strict)),
        options: { body: newPet({ categoryId: 900_000_000_000_001 }) },
      };
      expect((await send(operationId, request, {}, strict)).status).toBe(409);
    },
  );

  it("putPetsByExternalId: 409 for a pet that an open order reserves", async () => {
    const row = { externalId: randomUUID(), ...newPet() };
    const line = "PUT /v1/pets/by-external-id?allOrNone=true";
    const { body } = await api.send(line, { body: [row] });
    await addOrder(api, (body as PetUpsertResult).rows[0]?.petId ?? 0);
    const request = { line, options: { body: [{ ...row, status: "sold" }] } };
    expect((await send("putPetsByExternalId", request)).status).toBe(409);
  });

  it.each(["createPet", "createPetBatch"])("%s: 409 for an externalId of another pet", async (operationId) => {
    const { line, options } = await exampleOf(operationId);
    const pet = newPet({ profile: { externalId: randomUUID() } });
    await api.send("POST /v1/pets", { body: pet });
    const body = operationId === "createPet" ? pet : [pet];
    expect((await send(operationId, { line, options: { ...options, body } })).status).toBe(409);
  });

  it("createOrder: 409 for an e-mail address of another customer", async () => {
    const email = `${randomUUID()}@example.com`;
    const placeFor = async (name: string) => {
      const { line, options } = await exampleOf("createOrder");
      return send("createOrder", {
        line,
        options: { body: { ...(options?.body as object), customer: { name, email } } },
      });
    };
    expect([(await placeFor("Ada")).status, (await placeFor("Grace")).status]).toEqual([201, 409]);
  });

  it.each(["createAttribute", "updateAttribute"])("%s: 409 for an unknown category", async (operationId) => {
    const { line, options = {} } = await exampleOf(operationId);
    const body = { ...(options.body as object), categoryIds: [900_000_000_000_001] };
    expect((await send(operationId, { line, options: { ...options, body } })).status).toBe(409);
  });

  it.each(reads)("$operationId: 304 for its own ETag", async ({ operationId }) => {
    const request = await exampleOf(operationId);
    let etag = '"none"';
    // Between two requests, the service may record the use of a key or run a step of a job. The second response then
    // has another tag.
    const again = async () => {
      const { status, headers } = await send(operationId, request, { headers: { "if-none-match": etag } });
      etag = headers.get("etag") ?? "";
      return status;
    };
    await expect.poll(again).toBe(304);
  });

  it.each(repeatable)("$operationId: replays a success and a refusal", async ({ operationId }) => {
    expect((await sendTwice(operationId, await exampleOf(operationId))).status).toBeLessThan(300);
    const refused = withQuery(await exampleOf(operationId), "unknown=1");
    expect((await sendTwice(operationId, refused)).status).toBe(400);
  });

  it.each(repeatable)(
    "$operationId: 422 for another request with the same Idempotency-Key",
    async ({ operationId }) => {
      const request = await exampleOf(operationId);
      const headers = { "idempotency-key": randomUUID() };
      await send(operationId, request, { headers });
      expect((await send(operationId, withQuery(request, "unknown=1"), { headers })).status).toBe(422);
    },
  );

  it.each(repeatable)(
    "$operationId: 409 while the first request with the key is in flight",
    async ({ operationId, metadata }) => {
      const { line, options } = await exampleOf(operationId);
      const headers = { ...options?.headers, "idempotency-key": randomUUID() };
      const other = await api.database.pool.connect();
      await other.query("BEGIN");
      // Each operation writes its events in its last statement.
      await other.query("LOCK TABLE audit_event IN ACCESS EXCLUSIVE MODE");
      // The test uses two API keys of one account. A single key runs only one batch at a time, and the second request
      // would wait for the first.
      const keys = [api.key, await api.makeKey(metadata.scope ?? "write")];
      const both = keys.map((key) => api.send(line, { ...options, key, headers }));
      const early = await Promise.race(both);
      await other.query("ROLLBACK");
      other.release();
      const [late] = (await Promise.all(both)).filter((answer) => answer !== early);
      expect([note(operationId, early), early.headers.get("retry-after")]).toEqual([409, "1"]);
      expect(late?.status).toBeLessThan(300);
    },
  );

  it.each(own)("$operationId: $status by rules of this operation alone", async ({ operationId, status, prepare }) => {
    const { on, ...request } = await prepare({ api, strict });
    const answer = isRepeatable(operationId)
      ? await sendTwice(operationId, request, on)
      : await send(operationId, request, {}, on);
    expect(answer.status).toBe(status);
  });

  it.each(routes)("$operationId: accepts the example of every parameter", async ({ operationId }) => {
    const { parameters } = operationOf(operationId);
    for (const { name, in: place, example } of parameters) {
      // A cursor is valid only for the listing that returned it, and filters by attributes only if the store defines
      // the attributes.
      const isBound = ["cursor", "Last-Event-ID", "attributes"].includes(name);
      if (place === "path" || isBound || example === undefined) continue;
      const values = [example].flat().map((value) => [name, `${value}`]);
      const request = await exampleOf(operationId);
      if (request.line.includes(`?${name}=`)) continue;
      const { status } =
        place === "header"
          ? await send(operationId, request, { headers: { [name]: `${[example].flat()[0]}` } })
          : await send(operationId, withQuery(request, new URLSearchParams(values).toString()));
      expect([name, status]).not.toEqual([name, 400]);
    }
  });

  it("listings count and link their pages", async () => {
    await addPets(api, {}, {});
    const answer = await api.send("GET /v1/pets?limit=1", { headers: { prefer: "count=exact" } });
    note("listPets", answer);
    expect(answer.headers.get("total-count")).not.toBeNull();
    const paged = routes.filter(({ metadata }) => metadata.headers?.[200]?.["Link"] !== undefined);
    for (const { operationId, route } of paged) {
      const create = routes.find((one) => one.route.method === "POST" && one.route.path === route.path);
      const examples = await Promise.all(
        create === undefined ? [] : [create.operationId, create.operationId].map((id) => exampleOf(id)),
      );
      const [line = ""] = (examples[0] ?? (await exampleOf(operationId))).line.replace("GET", "POST").split("?");
      for (const { options } of examples) await api.send(line, options);
      const page = await api.send(`${line.replace("POST", "GET")}?limit=1`);
      note(operationId, page);
      expect([operationId, page.headers.get("link")]).toEqual([operationId, expect.stringContaining('rel="next"')]);
    }
  });

  it("every operation: 500 without internals when its tables are missing", async () => {
    const requests = await Promise.all(
      Object.entries(requestExamples).map(async ([operationId, make]) => ({ operationId, ...(await make(broken)) })),
    );
    // If one of these tables were missing, no request could be authenticated by its key.
    const needed = ["account", "api_key", "session", "session_key"];
    for (const table of storeTables.filter((name) => !needed.includes(name))) {
      await broken.database.pool.query(`ALTER TABLE ${table} RENAME TO ${table}_gone`);
    }
    await broken.database.pool.query("ALTER TABLE account RENAME COLUMN name TO name_gone");
    for (const { operationId, line, options } of requests) {
      if (operationId === "getOpenApiDocument") continue;
      const { status, body, headers, text } = await broken.send(line, options);
      note(operationId, { status, headers, text });
      expect([operationId, status, body]).toEqual([
        operationId,
        500,
        { code: "internal_error", message: expect.not.stringContaining("gone"), status: 500 },
      ]);
    }
  });

  it("getOpenApiDocument: 500 when its rate limit fails", async () => {
    const add = () => {
      throw new Error("a defect");
    };
    const workerBus = { ...createLocalBus(), openCounter: () => ({ add, clear: async () => {} }) };
    const service = await createAdminApi({}, { workerBus });
    expect(note("getOpenApiDocument", await service.send("GET /v1/openapi.json"))).toBe(500);
    await service.close();
  });

  it("getOpenApiDocument: 429 over the limit of the address", async () => {
    const service = await createAdminApi({ ADDRESS_RATE_LIMIT: "1" });
    await service.send("GET /v1/openapi.json");
    expect(note("getOpenApiDocument", await service.send("GET /v1/openapi.json"))).toBe(429);
    await service.close();
  });

  it("every operation with a key: 503 without a database connection", async () => {
    const requests = await Promise.all(
      Object.entries(requestExamples).map(async ([operationId, make]) => ({
        operationId,
        ...(await make(unreachable)),
      })),
    );
    await cutOff(unreachable.database.connection.database);
    for (const { operationId, line, options } of requests) {
      if (operationId === "getOpenApiDocument") continue;
      const answer = await unreachable.send(line, options);
      expect([operationId, note(operationId, answer), answer.headers.get("retry-after")]).toEqual([
        operationId,
        503,
        "1",
      ]);
    }
    await letIn(unreachable.database.connection.database);
  });

  it("every operation with a key: 503 when the database is lost after the rate limit", async () => {
    let lose = async () => {};
    const counts = (await openRateLimitStore(api.deps.config, api.deps.log)) ?? expect.fail("no limit");
    const keys = counts.keys ?? expect.fail("no limit by key");
    const add = async (key: string) => {
      await lose();
      return keys.add(key);
    };
    const losing = await createAdminApi({}, { rateLimits: { ...counts, keys: { add } } });
    const { database } = losing.database.connection;
    for (const { operationId } of keyed) {
      const request = await exampleOf(operationId, losing);
      lose = () => cutOff(database);
      expect((await send(operationId, request, {}, losing)).status).toBe(503);
      lose = async () => {};
      await letIn(database);
      // By this time the service has the key in its cache again, so the request is counted before the loss of the
      // database is noticed.
      await vi.waitFor(async () => expect((await losing.send("GET /v1/inventory")).status).toBe(200), 10_000);
    }
    await losing.close();
  });

  it("operations with several refusals of one status answer with each of them", async () => {
    const full = await createAdminApi();
    for (const { operationId, code, prepare } of furtherRefusals)
      expect([operationId, (await send(operationId, await prepare(full), {}, full)).body]).toMatchObject([
        operationId,
        { code },
      ]);
    await full.close();
  });

  it("changePets: 409 when another pet has the external id of a changed profile", async () => {
    const profile = { externalId: randomUUID() };
    const { line } = await exampleOf("updateProfile");
    await send("updateProfile", { line, options: { body: profile } });
    const { line: changes, options = {} } = await exampleOf("changePets");
    const body = (options.body as object[]).map((change) => ({ ...change, profile: { to: profile } }));
    const taking = { line: changes, options: { ...options, body } };
    expect(await send("changePets", taking)).toMatchObject({ status: 409 });
  });

  it("the service has sent every status of the document with all its headers", () => {
    const missing = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { headers = {} }]) => {
        const key = `${operationId} ${status}`;
        const found = seen.get(key);
        if (found === undefined) return [key];
        return Object.keys(headers).flatMap((name) => (found.has(name.toLowerCase()) ? [] : [`${key} ${name}`]));
      }),
    );
    expect(missing).toEqual([]);
  });

  it("every example of an error matches a response of the service, except for ids and names", () => {
    // The messages of errors with these codes contain a limit of the service or of the operation. The others contain
    // ids, whose digits differ.
    const exact = ["invalid_request", "payload_too_large", "headers_too_large"];
    const patternOf = ({ code, message }: Example["value"]) => {
      const text = message.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/named [\w ]+/, "named [^;,]+");
      return new RegExp(`^${exact.includes(code) ? text : text.replace(/\d+/g, "\\d+")}$`);
    };
    const examples = operations.flatMap(errorsOf);
    expect(examples.length).toBeGreaterThan(300);
    const wrong = examples.filter(({ operationId, declared, name, ...value }) => {
      const answered = [...(messages.get(`${operationId} ${declared} ${value.code}`) ?? [])];
      const pattern = patternOf(value);
      return name !== value.code || declared !== value.status || !answered.some((message) => pattern.test(message));
    });
    expect(wrong.map(({ operationId, status, message }) => `${operationId} ${status}: ${message}`)).toEqual([]);
  });

  it("the service has sent only statuses and headers that the document has", () => {
    const surplus = [...seen].flatMap(([key, names]) => {
      const [operationId, status = ""] = key.split(" ");
      const response = operationOf(operationId ?? "").responses[status];
      if (response === undefined) return [key];
      const known = new Set([
        ...plainHttp,
        ...Object.keys({ ...commonHeaders, ...response.headers }).map((name) => name.toLowerCase()),
      ]);
      return [...names].flatMap((name) => (known.has(name) ? [] : [`${key} ${name}`]));
    });
    expect(surplus).toEqual([]);
  });
});
