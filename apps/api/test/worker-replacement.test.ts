import { afterAll, beforeAll, expect, it } from "vitest";
import { insertApiKey } from "../src/credentials/api-keys/insert-api-key.js";
import { addAccount } from "./support/builders.js";
import { type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";
import { keepConnection, sendTo } from "./support/worker-requests.js";

let database: TestDatabase;
let service: ServiceProcess;
let origin: string;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const accountId = await addAccount(database);
  ({ key } = await insertApiKey(database.db, "production", { name: "test", scope: "read", accountId }));
  service = startServiceProcess({ DATABASE_URL: database.url, WORKERS: "2", RATE_LIMIT: "0" });
  origin = await service.address();
});

afterAll(async () => {
  await stopServiceProcess(service);
  await database.drop();
});

/** Returns which worker answers on a new connection, and whether that worker is ready. */
const askOne = async () => {
  const agent = keepConnection();
  try {
    const worker = await (await sendTo(service, origin, "/v1/inventory", { key, agent })).worker();
    const { status } = await sendTo(service, origin, "/readyz", { agent });
    return { worker, status };
  } finally {
    agent.destroy();
  }
};

it("replaces a killed worker with one that becomes ready", async () => {
  const { worker: killed } = await askOne();
  process.kill(killed, "SIGKILL");
  await expect.poll(() => service.output.stderr).toContain("another one is taking its place");
  const seen = new Map<number, number>();
  const ask = async () => {
    // A connection to the killed worker may be refused until another worker has replaced it.
    const answer = await askOne().catch(() => undefined);
    if (answer !== undefined && answer.worker !== killed) seen.set(answer.worker, answer.status);
    return [...seen.values()];
  };
  await expect.poll(ask).toEqual([200, 200]);
});
