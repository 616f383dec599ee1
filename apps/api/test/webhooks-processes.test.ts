import { afterAll, beforeAll, expect, it } from "vitest";
import { insertApiKey } from "../src/credentials/api-keys/insert-api-key.js";
import { addAccount } from "./support/builders.js";
import { startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";
import { startReceiver, type WebhookReceiver } from "./support/webhook-receiver.js";

let database: TestDatabase;
let receiver: WebhookReceiver;
beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await database.drop();
});

it("the service stops a delivery that has killed it three times, and serves other endpoints", async () => {
  const env = { DATABASE_URL: database.url, LOG_LEVEL: "error", WEBHOOK_ALLOW: "127.0.0.1" };
  let service = startServiceProcess(env);
  let deaths = 0;
  receiver.answer = (response, { path }) => {
    if (path === "/fatal") {
      deaths += 1;
      service.child.kill("SIGKILL");
    } else response.writeHead(204).end();
  };
  const accountId = await addAccount(database);
  const { key } = await insertApiKey(database.db, "production", { name: "test", scope: "admin", accountId });
  const send = async (line: string, body?: unknown): Promise<unknown> => {
    const [method = "", path = ""] = line.split(" ");
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch((await service.address()) + path, { method, headers, body: JSON.stringify(body) });
    expect(answer.status).toBeLessThan(300);
    return answer.json();
  };
  const url = (path: string) => receiver.url.replace("/hook", path);
  const fatal = (await send("POST /v1/webhook-endpoints", { url: url("/fatal") })) as { id: number };
  await send("POST /v1/webhook-endpoints", { url: url("/other") });
  await send("POST /v1/pets", { name: "Rex", categoryId: 1 });
  for (let begun = 1; begun <= 3; begun += 1) {
    await service.ended;
    expect(deaths).toBe(begun);
    service = startServiceProcess(env);
    await service.address();
  }
  const waits = async () =>
    database.db.jobStep.count({ where: { kind: "webhook", jobId: fatal.id, waitingSince: { not: null } } });
  await expect.poll(waits, { timeout: 60_000 }).toBe(1);
  const others = () => receiver.received.filter(({ path }) => path === "/other").length;
  await send("POST /v1/pets", { name: "Ada", categoryId: 1 });
  await expect.poll(others, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
  expect(deaths).toBe(3);
  expect(await stopServiceProcess(service)).toBe(0);
}, 300_000);
