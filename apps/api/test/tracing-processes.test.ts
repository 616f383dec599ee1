import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertApiKey } from "../src/credentials/api-keys/insert-api-key.js";
import { addAccount, newPet } from "./support/builders.js";
import { attributeOf, type OtlpCollector, openOtlpCollector } from "./support/otlp-collector.js";
import { type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";

const FAST_EXPORT = { OTEL_BSP_SCHEDULE_DELAY: "100" };
const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT_ID = "b7ad6b7169203331";

describe("a service that is traced", () => {
  let database: TestDatabase;
  let collector: OtlpCollector;
  let service: ServiceProcess;
  let origin: string;
  let key: string;

  beforeAll(async () => {
    [database, collector] = await Promise.all([createTestDatabase(), openOtlpCollector()]);
    const accountId = await addAccount(database);
    ({ key } = await insertApiKey(database.db, "production", { name: "test", scope: "write", accountId }));
    service = startServiceProcess({
      DATABASE_URL: database.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: "shop",
      ...FAST_EXPORT,
    });
    origin = await service.address();
  });
  afterAll(async () => {
    await stopServiceProcess(service);
    collector.close();
    await database.drop();
  });

  const send = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(origin + path, { ...init, headers: { authorization: `Bearer ${key}`, ...headers } });
  const traceOf = async (traceId: string, count: number) => {
    const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
    await expect.poll(() => ofTrace().length).toBeGreaterThanOrEqual(count);
    return ofTrace();
  };
  const loggedTraceOf = async (requestId: string | null) => {
    const line = () => service.output.stderr.split("\n").find((text) => text.includes(requestId ?? "none"));
    await expect.poll(line).toBeDefined();
    return (JSON.parse(line() ?? "") as { traceId: string }).traceId;
  };

  it("continues the caller's trace with request, operation and statement, but without values", async () => {
    await send("/v1/pets?q=Secretive", { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` });
    const spans = await traceOf(TRACE_ID, 3);
    const request = spans.find(({ name }) => name === "GET /v1/pets") ?? expect.fail("no request");
    const operation = spans.find(({ name }) => name === "listPets") ?? expect.fail("no operation");
    const statement =
      spans.find((span) => span.name === "SELECT" && span.parentSpanId === operation.spanId) ?? expect.fail("no SQL");
    expect([request.parentSpanId, operation.parentSpanId]).toEqual([PARENT_ID, request.spanId]);
    expect(attributeOf(request, "http.response.status_code")).toBe(200);
    expect(attributeOf(statement, "db.query.text")).toContain("SELECT");
    expect(collector.received()).not.toContain("Secretive");
    expect(collector.received()).not.toContain(key);
    expect(collector.received()).toContain('"shop"');
  });

  it("starts a trace without a valid traceparent, and names it in the log", async () => {
    const answer = await send("/v1/pets?limit=7", { traceparent: `00-${"0".repeat(32)}-${PARENT_ID}-01` });
    const traceId = await loggedTraceOf(answer.headers.get("x-request-id"));
    expect(traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    const [request] = (await traceOf(traceId, 1)).filter(({ name }) => name === "GET /v1/pets");
    expect(request?.parentSpanId ?? "").toBe("");
  });

  it("records nothing if the caller does not sample its trace", async () => {
    const traceId = TRACE_ID.replaceAll("0", "1");
    await send("/v1/categories", { traceparent: `00-${traceId}-${PARENT_ID}-00` });
    const after = TRACE_ID.replaceAll("0", "2");
    await send("/v1/categories", { traceparent: `00-${after}-${PARENT_ID}-01` });
    await traceOf(after, 1);
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
  });

  it("gives creates that share a commit one batch span, with links to the other requests", async () => {
    const create = async () => {
      const body = JSON.stringify(newPet());
      const answer = await send("/v1/pets", { "content-type": "application/json" }, { method: "POST", body });
      expect(answer.status).toBe(201);
    };
    const isShared = () => collector.spans.some(({ name, links }) => name.startsWith("batch") && links?.length);
    await expect
      .poll(async () => {
        await Promise.all(Array.from({ length: 40 }, create));
        return isShared();
      })
      .toBe(true);
    const batch = collector.spans.find(({ name, links }) => name.startsWith("batch") && links?.length);
    const linked = batch?.links?.map(({ spanId }) => spanId) ?? [];
    await expect
      .poll(() => collector.spans.filter(({ spanId }) => linked.includes(spanId)).map(({ name }) => name))
      .toEqual(linked.map(() => "createPet"));
    expect(batch?.name).toBe("batch createPet");
  });

  it("names the batch span of each read and each look-up after the operation", async () => {
    const traceId = TRACE_ID.replaceAll("0", "3");
    await send("/v1/pets?limit=9", { traceparent: `00-${traceId}-${PARENT_ID}-01` });
    const names = (await traceOf(traceId, 4)).map(({ name }) => name);
    expect(names).toContain("batch listPets");
    const isNameless = ({ name }: { name: string }) => /^batch *$/.test(name);
    expect(collector.spans.filter(isNameless)).toEqual([]);
  });

  it.each(["/healthz", "/readyz", "/readyz?probe=1"])("records no span of %s", async (path) => {
    const [probed, after] = [TRACE_ID.replaceAll("0", "4"), TRACE_ID.replaceAll("0", "5")];
    await send(path, { traceparent: `00-${probed}-${PARENT_ID}-01` });
    await send("/v1/categories", { traceparent: `00-${after}-${PARENT_ID}-01` });
    await traceOf(after, 1);
    expect(collector.spans.filter((span) => span.traceId === probed)).toEqual([]);
  });
});

describe("a service whose collector is dead", () => {
  it.each(["1", "2"])("stops with WORKERS=%s, even if the exporter still waits", async (workers) => {
    const database = await createTestDatabase();
    const silent = createServer().listen(0, "127.0.0.1");
    const connected = once(silent, "connection");
    await once(silent, "listening");
    const service = startServiceProcess({
      ...{ DATABASE_URL: database.url, WORKERS: workers, ...FAST_EXPORT },
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: "600000",
    });
    await fetch(`${await service.address()}/v1/pets`);
    const [socket] = (await connected) as [Socket];
    expect(await stopServiceProcess(service)).toBe(0);
    expect(service.output.stderr).toContain("Stopped.");
    socket.destroy();
    silent.close();
    await database.drop();
  });

  it("serves and stops as usual, and logs the loss once", async () => {
    const database = await createTestDatabase();
    const collector = await openOtlpCollector();
    collector.close();
    const service = startServiceProcess({
      DATABASE_URL: database.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_TIMEOUT: "500",
      ...FAST_EXPORT,
    });
    const origin = await service.address();
    const warnings = () => service.output.stderr.match(/The OTLP collector accepts no traces/g)?.length ?? 0;
    await expect
      .poll(async () => {
        expect((await fetch(`${origin}/v1/pets`)).status).toBe(401);
        return warnings();
      })
      .toBe(1);
    expect(await stopServiceProcess(service)).toBe(0);
    expect(warnings()).toBe(1);
    await database.drop();
  });
});
