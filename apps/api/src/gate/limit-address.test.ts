import { rm } from "node:fs/promises";
import { expect, it } from "vitest";
import { createTestApi, errorBody } from "../../test/support/test-api.js";
import { makeWebFolder } from "../../test/support/web-folder.js";

it("limits requests without a key by address, but not health checks or requests with a key", async () => {
  const api = await createTestApi({ ADDRESS_RATE_LIMIT: "3", TRUSTED_PROXIES: "loopback" });
  const get = (path: string, address = "203.0.113.1") =>
    api.send(`GET ${path}`, { key: "", headers: { "x-forwarded-for": address } });
  for (const path of ["/v1/openapi.json", "/auth/get-session", "/nothing"]) {
    expect((await get(path)).status).not.toBe(429);
  }
  const { status, body, headers } = await get("/v1/openapi.json");
  expect(status).toBe(429);
  expect(body).toEqual(
    errorBody(
      "rate_limited",
      429,
      "too many requests without a key from this address: at most 3 per minute; see Retry-After",
    ),
  );
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  for (let times = 0; times < 5; times++) {
    expect((await get("/healthz")).status).toBe(200);
    expect((await get("/readyz")).status).toBe(200);
  }
  expect((await get("/v1/openapi.json", "203.0.113.2")).status).toBe(200);
  expect((await api.send("GET /v1/pets", { headers: { "x-forwarded-for": "203.0.113.1" } })).status).toBe(200);
  await api.close();
});

it("limits static files by address, to ten times as many and apart from requests", async () => {
  const folder = await makeWebFolder();
  const api = await createTestApi({ ADDRESS_RATE_LIMIT: "2", METRICS_PORT: "0", WEB_DIR: folder });
  const get = async (path: string, times: number) => {
    const answers = await Promise.all(Array.from({ length: times }, () => api.send(`GET ${path}`, { key: "" })));
    return answers.map(({ status }) => status);
  };
  expect(await get("/favicon.svg", 20)).toEqual(Array(20).fill(200));
  expect(await get("/favicon.svg", 3)).toEqual([429, 429, 429]);
  expect(await get("/v1/openapi.json", 2)).toEqual([200, 200]);
  expect(await get("/v1/openapi.json", 1)).toEqual([429]);
  expect(api.deps.metrics?.rateLimited).toMatchObject({ address: 1, static_files: 3 });
  await api.close();
  await rm(folder, { recursive: true });
});
