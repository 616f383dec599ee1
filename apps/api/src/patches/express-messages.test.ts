import { createServer, IncomingMessage, ServerResponse } from "node:http";
import express from "express";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

describe("the messages that Node makes for Express", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  /** What names no preference is answered by the gate. */
  const plain = { headers: { prefer: "count=exact" } };

  /** Runs work, and answers which requests and responses were given another prototype meanwhile. */
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
      // Express was there: this is what it does to every request and response.
      expect(spy.mock.calls.filter(([object]) => object instanceof ServerResponse)).not.toEqual([]);
      return changed;
    } finally {
      spy.mockRestore();
    }
  };

  it("have the prototype that Express gives them from the beginning: no request and no response is changed", async () => {
    const lines = ["GET /v1/pets?limit=1", "GET /v1/categories", "POST /v1/pets", "GET /nothing", "GET /livez"];
    const changed = await changedMessages(async () => {
      for (const line of lines) await api.send(line, line.startsWith("POST") ? { body: {} } : plain);
    });
    expect(changed).toEqual([]);
  });

  it("would be changed twice for each request without them", async () => {
    const app = express().use((_request, response) => void response.end());
    const server = createServer(app).listen(0);
    const { port } = server.address() as { port: number };
    expect(await changedMessages(() => fetch(`http://127.0.0.1:${port}/`))).toHaveLength(2);
    server.close();
    server.closeAllConnections();
  });

  it("have all that Express gives a request and a response", async () => {
    const messages = new Promise<{ request: express.Request; response: express.Response }>((resolve) =>
      api.server.once("request", (request, response) => resolve({ request, response } as never)),
    );
    await api.send("GET /v1/pets?limit=7", plain);
    const { request, response } = await messages;
    expect(request.app).toBe(response.app);
    expect(request.get("host")).toBe(request.headers.host);
    expect(request.query).toEqual({ limit: "7" });
    expect(response.locals).toEqual({});
    expect(response).toMatchObject({ json: expect.any(Function), vary: expect.any(Function) });
  });
});
