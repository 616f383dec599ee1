import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPet } from "../../test/support/builders.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

describe("the service's own routes", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  it("GET /healthz answers 200 without a key", async () => {
    expect(await api.send("GET /healthz", { key: "" })).toMatchObject({ status: 200, body: { status: "ok" } });
  });

  it("GET /readyz answers 200 without a key while the database answers", async () => {
    expect(await api.send("GET /readyz", { key: "" })).toMatchObject({ status: 200, body: { status: "ready" } });
  });

  it("405 with Allow for another method, 204 for OPTIONS", async () => {
    const { status, headers } = await api.send("POST /readyz", { key: "" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect((await api.send("OPTIONS /healthz", { key: "" })).status).toBe(204);
  });
});

describe("while the service is not ready", () => {
  it.each(["starting", "stopping"] as const)(
    "GET /readyz answers 503 while %s, and GET /healthz 200",
    async (state) => {
      const api = await createTestApi();
      api.deps.life.state = state;
      expect((await api.send("GET /readyz")).body).toEqual(errorBody("service_unavailable", 503));
      expect((await api.send("GET /healthz")).status).toBe(200);
      await api.close();
    },
  );
});

describe("while the database is dead", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
    await api.database.pool.query("SELECT 1");
    await api.database.drop();
  });
  afterAll(() => Promise.all([api.deps.changeFeed.close(), api.deps.keyUsage.close(), api.deps.expirySweep.close()]));

  it("GET /readyz answers 503 with Retry-After, and GET /healthz 200", async () => {
    const { body, headers } = await api.send("GET /readyz");
    expect(body).toEqual(errorBody("service_unavailable", 503));
    expect(headers.get("retry-after")).toBe("1");
    expect((await api.send("GET /healthz")).status).toBe(200);
  });

  it.each(["GET /v1/pets", "GET /v1/pets/1", "POST /v1/pets"])("503 for %s, with Retry-After", async (line) => {
    const { body, headers } = await api.send(line, line.startsWith("POST") ? { body: newPet() } : {});
    expect(body).toEqual(
      errorBody("service_unavailable", 503, "the service is temporarily unavailable; try again in a moment"),
    );
    expect(headers.get("retry-after")).toBe("1");
  });

  it("answers what needs no database as ever", async () => {
    expect((await api.send("GET /v1/openapi.json")).status).toBe(200);
    expect((await api.send("GET /v1/pets", { key: "" })).status).toBe(401);
    expect((await api.send("PUT /v1/pets")).status).toBe(405);
  });
});
