import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPet } from "../../test/support/builders.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { queryAsSuperuser } from "../../test/support/test-database.js";

describe("the routes outside /v1", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  it("return 200 for GET /healthz without a key", async () => {
    expect(await api.send("GET /healthz", { key: "" })).toMatchObject({ status: 200, body: { status: "ok" } });
  });

  it("return 200 for GET /readyz without a key while the database is available", async () => {
    expect(await api.send("GET /readyz", { key: "" })).toMatchObject({ status: 200, body: { status: "ready" } });
  });

  it("return 405 with Allow for other methods, 204 for OPTIONS", async () => {
    const { status, headers } = await api.send("POST /readyz", { key: "" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect((await api.send("OPTIONS /healthz", { key: "" })).status).toBe(204);
  });
});

describe("while the service is not ready", () => {
  it.each(["starting", "stopping"] as const)(
    "returns 503 for GET /readyz while %s, and 200 for GET /healthz",
    async (state) => {
      const api = await createTestApi();
      api.deps.life.state = state;
      const message = `not ready: the service is ${state}`;
      expect((await api.send("GET /readyz")).body).toEqual(errorBody("service_unavailable", 503, message));
      expect((await api.send("GET /healthz")).status).toBe(200);
      await api.close();
    },
  );
});

describe("while the database gives no answer", () => {
  it("returns 503 for GET /readyz, with the reason", async () => {
    const api = await createTestApi();
    const { pool } = api.database;
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const answer = api.send("GET /readyz");
    const message = "not ready: the database gives no answer within 2 seconds";
    expect((await answer).body).toEqual(errorBody("service_unavailable", 503, message));
    held.forEach((client) => client.release());
    await api.close();
  });
});

describe("while PostgreSQL has no connection for reads", () => {
  it("returns 503 for GET /readyz, with the reason, until it has one", async () => {
    const api = await createTestApi();
    const { pool, reads, connection } = api.database;
    await pool.query("SELECT 1");
    await expect.poll(() => api.deps.changeFeed.isCurrent()).toBe(true);
    expect([pool.totalCount > 0, reads.pool.totalCount]).toEqual([true, 0]);
    const limit = (connections: number) =>
      queryAsSuperuser(`ALTER DATABASE ${connection.database} CONNECTION LIMIT ${connections}`);
    await limit(1);
    expect((await api.send("GET /readyz", { key: "" })).body).toEqual(
      errorBody("service_unavailable", 503, "not ready: the database has no connection left for reads"),
    );
    await limit(-1);
    expect((await api.send("GET /readyz", { key: "" })).status).toBe(200);
    await api.close();
  });
});

describe("while all connections for reads are busy", () => {
  it("returns 200 for GET /readyz without waiting for them", async () => {
    const api = await createTestApi();
    const { pool } = api.database.reads;
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    expect((await api.send("GET /readyz", { key: "" })).status).toBe(200);
    expect(pool.waitingCount).toBe(0);
    held.forEach((client) => client.release());
    await api.close();
  });
});

describe("while the database is unavailable", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
    await api.database.pool.query("SELECT 1");
    await api.database.drop();
  });
  afterAll(() => Promise.all([api.deps.changeFeed.close(), api.deps.keyUsage.close(), api.deps.expirySweep.close()]));

  it("returns 503 with Retry-After for GET /readyz, which names each part, and 200 for GET /healthz", async () => {
    await expect.poll(() => api.deps.changeFeed.isCurrent()).toBe(false);
    const { body, headers } = await api.send("GET /readyz");
    const message = "not ready: the database cannot be reached; the change feed is lost";
    expect(body).toEqual(errorBody("service_unavailable", 503, message));
    expect(headers.get("retry-after")).toBe("1");
    expect((await api.send("GET /healthz")).status).toBe(200);
  });

  it.each(["GET /v1/pets", "GET /v1/pets/1", "POST /v1/pets"])("returns 503 with Retry-After for %s", async (line) => {
    const { body, headers } = await api.send(line, line.startsWith("POST") ? { body: newPet() } : {});
    expect(body).toEqual(
      errorBody("service_unavailable", 503, "the service is temporarily unavailable; try again in a moment"),
    );
    expect(headers.get("retry-after")).toBe("1");
  });

  it("answers requests that need no database as usual", async () => {
    expect((await api.send("GET /v1/openapi.json")).status).toBe(200);
    expect((await api.send("GET /v1/pets", { key: "" })).status).toBe(401);
    expect((await api.send("PUT /v1/pets")).status).toBe(405);
  });
});
