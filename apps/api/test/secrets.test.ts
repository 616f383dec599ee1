import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateApiKey } from "../src/credentials/api-key-format.js";
import { newPet } from "./support/builders.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

/**
 * These tests send secrets to places where they do not belong. After every test, `close` of test-api.ts searches the
 * log, the tables and the error bodies for secrets.
 */
describe("keys and passwords", () => {
  let api: TestApi;
  let admin: string;
  beforeAll(async () => {
    api = await createTestApi();
    admin = await api.makeKey("admin");
  });
  afterAll(() => api.close());

  it("do not leak when they are sent in the wrong place", async () => {
    const key = api.key;
    const wrong = generateApiKey("production");
    api.secrets.add(wrong);
    await api.send(`GET /v1/pets?api_key=${key}`);
    await api.send(`GET /v1/pets?q=${"x".repeat(201)}&cursor=${key}`);
    await api.send(`GET /v1/pets/${key}`);
    await api.send(`GET /${key}`);
    await api.send("GET /v1/pets", { key: wrong });
    await api.send("GET /v1/pets", { key: "", headers: { authorization: `Basic ${key}` } });
    await api.send("GET /v1/pets", { headers: { "x-request-id": key, accept: `text/${key}` } });
    await api.send("POST /v1/pets", { body: { ...newPet(), [key]: key, status: key } });
    await api.send("POST /v1/pets", { raw: `{"name": ${key}`, headers: { "content-type": "application/json" } });
    await api.send("POST /v1/pets", { raw: key, headers: { "content-type": key } });
    await api.sendBytes(
      `GET /v1/pets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nbad header ${key}\r\n\r\n`,
    );
    expect(await api.secrets.find(api.database)).toEqual([]);
  });

  it("appear only in the response that creates them", async () => {
    const { body } = await api.send("POST /v1/api-keys", { key: admin, body: { name: "k", scope: "read" } });
    const { id } = body as { id: number };
    await api.send(`POST /v1/api-keys/${id}/rotate`, { key: admin, body: { overlapSeconds: 60 } });
    await api.send(`DELETE /v1/api-keys/${id}`, { key: admin });
    const shown = [
      await api.send("GET /v1/api-keys", { key: admin }),
      await api.send("GET /v1/audit-events", { key: admin }),
    ];
    for (const { status, text } of shown) {
      expect(status).toBe(200);
      api.secrets.watch("an answer", text);
    }
    expect(await api.secrets.find(api.database)).toEqual([]);
  });

  it("are found by the search if they leak", async () => {
    const other = await createTestApi();
    const secret = "correct horse battery";
    other.secrets.add(secret);
    await other.send("POST /v1/pets", { body: newPet({ name: `Frank ${secret}` }) });
    other.deps.log.info({ password: secret }, "a mistake");
    expect(await other.secrets.find(other.database)).toEqual(["the log", "table pet", "table audit_event"]);
    await expect(other.close()).rejects.toThrow("places that contain a secret");
  });
});
