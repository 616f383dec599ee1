import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorBody } from "../../test/support/test-api.js";
import { parseConfig } from "../config/config.js";
import { createWaitingServer } from "./waiting-server.js";

describe("the server of a service that waits for its database", () => {
  let reason = "the database refuses connections";
  const server = createWaitingServer(parseConfig({}), pino({ level: "silent" }), () => reason);
  let origin: string;
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it("is alive: /healthz returns 200, also with a query", async () => {
    const response = await fetch(`${origin}/healthz?probe=1`);
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
  });

  it("is not ready: /readyz returns 503 with the current reason", async () => {
    for (const now of ["the database refuses connections", "the database is read-only"]) {
      reason = now;
      const response = await fetch(`${origin}/readyz`);
      expect(response.status).toBe(503);
      expect(JSON.stringify(await response.json())).toContain(now);
    }
  });

  it.each(["/", "/v1/pets", "/auth/get-session", "/healthzz"])(
    "returns 503 for %s and ends the connection",
    async (path) => {
      const response = await fetch(origin + path);
      expect(await response.json()).toEqual(errorBody("service_unavailable", 503, expect.any(String)));
      expect([response.status, response.headers.get("connection")]).toEqual([503, "close"]);
    },
  );
});
