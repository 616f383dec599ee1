import type { IncomingMessage } from "node:http";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { recordSpans } from "../../test/support/recorded-spans.js";
import { createTestApi } from "../../test/support/test-api.js";
import { createTestDatabase } from "../../test/support/test-database.js";
import { openPool } from "../database/pool.js";
import { withLog } from "./open-tracing.js";
import type { Tracing } from "./tracing.js";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT_ID = "b7ad6b7169203331";

const startRequest = (tracing: Tracing, flags = "01", method = "GET") => {
  const headers = { traceparent: `00-${TRACE_ID}-${PARENT_ID}-${flags}` };
  return tracing.startRequest({ method, headers } as unknown as IncomingMessage, "r-1");
};

describe("the span of a request", () => {
  it("continues the caller's trace, and has the route, the id and the status of the request", () => {
    const { tracing, ended } = recordSpans();
    const request = startRequest(tracing);
    expect(request.traceId).toBe(TRACE_ID);
    request.end("/v1/pets/:petId", "getPet", 404);
    expect(ended()).toMatchObject([
      {
        name: "GET /v1/pets/:petId",
        traceId: TRACE_ID,
        parent: PARENT_ID,
        hasFailed: false,
        attributes: {
          "http.request.method": "GET",
          "petstore.request_id": "r-1",
          "http.route": "/v1/pets/:petId",
          "http.response.status_code": 404,
        },
      },
    ]);
  });

  it("is named after the operation, and counts as failed from status 500 or without a response", () => {
    const { tracing, ended } = recordSpans();
    for (const status of [499, 500, undefined]) startRequest(tracing).end(undefined, "none", status);
    expect(ended().map(({ name, hasFailed, attributes }) => [name, hasFailed, attributes["error.type"]])).toEqual([
      ["GET none", false, undefined],
      ["GET none", true, undefined],
      ["GET none", true, "aborted"],
    ]);
    expect(ended().map(({ attributes }) => "http.route" in attributes)).toEqual([false, false, false]);
  });

  it("is not recorded, and neither are its children, if the caller does not sample the trace", async () => {
    const { tracing, ended } = recordSpans();
    const request = startRequest(tracing, "00");
    await request.run(() => tracing.runOperation("getPet", async () => tracing.startStatement("SELECT 1")?.()));
    request.end("/v1/pets", "listPets", 200);
    expect([request.traceId, ended()]).toEqual([TRACE_ID, []]);
  });
});

describe("the spans of work", () => {
  it("are children of the request's span, and name a failure by code or class, without a message", async () => {
    const { tracing, ended } = recordSpans();
    const request = startRequest(tracing);
    const failure = Object.assign(new Error("secret"), { code: "23505" });
    const work = async () => {
      const end = tracing.startStatement(`  insert INTO pet ${"x".repeat(5_000)}`);
      end?.(failure);
      throw new TypeError("secret");
    };
    await expect(request.run(() => tracing.runOperation("createPet", work))).rejects.toThrow("secret");
    request.end("/v1/pets", "createPet", 201);
    const [statement, operation, whole] = ended();
    expect([statement?.parent, operation?.parent]).toEqual([operation?.id, whole?.id]);
    expect([statement?.name, operation?.name]).toEqual(["INSERT", "createPet"]);
    expect([statement, operation].map((span) => [span?.hasFailed, span?.attributes["error.type"]])).toEqual([
      [true, "23505"],
      [true, "TypeError"],
    ]);
    expect(String(statement?.attributes["db.query.text"])).toHaveLength(4_000);
    expect([whole?.hasFailed, JSON.stringify(ended()).includes("secret")]).toEqual([false, false]);
  });

  it("the spans of a batch belong to its first request, with links to the others", async () => {
    const { tracing, ended } = recordSpans();
    const requests = [startRequest(tracing), startRequest(tracing)];
    const origins = requests.map((request) => request.run(() => tracing.origin()));
    const read = async () => tracing.startStatement("SELECT 1")?.();
    await requests[1]?.run(() => tracing.runBatch([undefined, ...origins], "createPet", read));
    await requests[1]?.run(() => tracing.runBatch([undefined], "findPrincipal", read));
    for (const request of requests) request.end(undefined, "none", 200);
    const [statement, batch, first, second, ...more] = ended();
    expect([statement?.parent, batch?.parent, batch?.links, more]).toEqual([batch?.id, first?.id, [second?.id], []]);
    expect([batch?.name, batch?.attributes["petstore.batch.size"]]).toEqual(["batch createPet", 3]);
  });

  it("belong to the request that waited for a connection, and not to the one that returned it", async () => {
    const database = await createTestDatabase();
    const { tracing, ended } = recordSpans();
    const pool = openPool({ ...database.connection, max: 1 }, 5_000, pino({ level: "silent" }), tracing);
    const requests = [startRequest(tracing), startRequest(tracing, "01", "POST")];
    await Promise.all(requests.map((request, at) => request.run(() => pool.query(`SELECT ${at}`))));
    await pool.query("SELECT 'of none'");
    for (const request of requests) request.end(undefined, "none", 200);
    await pool.end();
    await database.drop();
    const idOf = (name: string) => ended().find((span) => span.name === name)?.id;
    const statements = ended().filter(({ attributes }) => "db.query.text" in attributes);
    expect(statements.map(({ parent, attributes }) => [attributes["db.query.text"], parent])).toEqual([
      ["SELECT 0", idOf("GET none")],
      ["SELECT 1", idOf("POST none")],
    ]);
  });
});

describe("a service that is traced", () => {
  it("names requests after routes and work after operations, and leaves out health checks", async () => {
    const { tracing, ended } = recordSpans();
    const api = await createTestApi({}, { tracing });
    for (const path of ["/v1/pets?limit=1", "/v1/pets/9", "/v1/categories", "/healthz", "/readyz?a", "/none/secret"]) {
      await api.send(`GET ${path}`);
    }
    await api.send("POST /v1/pets", { body: { name: "Rex", categoryId: 1 } });
    await expect.poll(() => ended().filter(({ name }) => name.startsWith("POST"))).toHaveLength(1);
    const traceIds = api.logged.flatMap(({ msg, traceId }) => (msg === "request" ? [traceId] : []));
    const spans = ended();
    await api.close();
    const requests = spans.filter(({ attributes }) => "http.request.method" in attributes);
    expect(requests.map(({ name, attributes }) => [name, attributes["http.response.status_code"]])).toEqual([
      ["GET /v1/pets", 200],
      ["GET /v1/pets/:petId", 404],
      ["GET /v1/categories", 200],
      ["GET none", 404],
      ["POST /v1/pets", 201],
    ]);
    const operations = requests.map(({ id }) => spans.find(({ parent }) => parent === id)?.name);
    expect(operations).toEqual(["listPets", "getPet", "listCategories", undefined, "createPet"]);
    expect(traceIds.filter((id) => id !== undefined)).toEqual(requests.map(({ traceId }) => traceId));
    expect(JSON.stringify(spans)).not.toContain("secret");
  });
});

describe("the log of a traced service", () => {
  it("reports once that the collector is gone and once that it is back, as the metrics do, and passes results on", () => {
    const logged: string[] = [];
    const log = pino({}, { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) });
    const codes = [0, 1, 1, 0, 0, 1];
    const exporter = {
      export: (_spans: unknown, done: (result: { code: number }) => void) => done({ code: codes.shift() ?? 0 }),
      shutdown: async () => {},
    };
    const results: number[] = [];
    const watched = withLog(exporter, log);
    const usable: boolean[] = [];
    for (let count = 0; count < 6; count += 1) {
      watched.export([], ({ code }) => void results.push(code));
      usable.push(watched.isUsable());
    }
    expect(usable).toEqual([true, false, false, true, true, false]);
    expect(results).toEqual([0, 1, 1, 0, 0, 1]);
    expect(logged.map((line) => line.replace(/ traces.*/, ""))).toEqual([
      "The OTLP collector accepts no",
      "The OTLP collector accepts",
      "The OTLP collector accepts no",
    ]);
  });
});
