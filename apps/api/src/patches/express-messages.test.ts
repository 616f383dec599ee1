import { createServer, IncomingMessage, ServerResponse } from "node:http";
import express from "express";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

describe("createExpressMessages", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  /** Because of this preference, the fast path leaves the request to Express. */
  const throughExpress = { headers: { prefer: "count=exact" } };

  /** Runs work, and returns the requests and responses whose prototypes were changed during it. */
  const changedMessages = async (work: () => Promise<unknown>) => {
    const changed: object[] = [];
    const { setPrototypeOf } = Object;
    const spy = vi.spyOn(Object, "setPrototypeOf").mockImplementation((object: object, prototype: object | null) => {
      const isMessage = object instanceof IncomingMessage || object instanceof ServerResponse;
      if (isMessage && Object.getPrototypeOf(object) !== prototype) changed.push(object);
      return setPrototypeOf(object, prototype);
    });
    try {
      await work();
      // This proves that Express ran, because it calls setPrototypeOf for every message.
      expect(spy.mock.calls.filter(([object]) => object instanceof ServerResponse)).not.toEqual([]);
      return changed;
    } finally {
      spy.mockRestore();
    }
  };

  it("gives requests and responses the prototype that Express sets", async () => {
    const lines = ["GET /v1/pets?limit=1", "GET /v1/categories", "POST /v1/pets", "GET /nothing", "GET /livez"];
    const changed = await changedMessages(async () => {
      for (const line of lines) await api.send(line, line.startsWith("POST") ? { body: {} } : throughExpress);
    });
    expect(changed).toEqual([]);
  });

  it("avoids two changes of a prototype per request", async () => {
    const app = express().use((_request, response) => void response.end());
    const server = createServer(app).listen(0);
    const { port } = server.address() as { port: number };
    expect(await changedMessages(() => fetch(`http://127.0.0.1:${port}/`))).toHaveLength(2);
    server.close();
    server.closeAllConnections();
  });

  it("gives messages all properties that Express adds", async () => {
    const messages = new Promise<{ request: express.Request; response: express.Response }>((resolve) =>
      api.server.once("request", (request, response) => resolve({ request, response } as never)),
    );
    await api.send("GET /v1/pets?limit=7", throughExpress);
    const { request, response } = await messages;
    expect(request.app).toBe(response.app);
    expect(request.get("host")).toBe(request.headers.host);
    expect(request.query).toEqual({ limit: "7" });
    expect(response.locals).toEqual({});
    expect(response).toMatchObject({ json: expect.any(Function), vary: expect.any(Function) });
  });
});
