import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { insertApiKey } from "../src/api-keys/insert-api-key.js";
import { addAccount } from "./support/builders.js";
import { type ServiceProcess, startServiceProcess } from "./support/service-process.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";
import { keepConnection, sendTo } from "./support/worker-requests.js";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const CLIENTS = 16;
let database: TestDatabase;
let key: string;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ key } = await insertApiKey(database.db, "production", {
    ...{ name: "test", scope: "write", accountId: await addAccount(database) },
  }));
});
afterAll(() => database.drop());

const start = async (env: Record<string, string>) => {
  const service = startServiceProcess({ DATABASE_URL: database.url, RATE_LIMIT: "0", LOG_LEVEL: "warn", ...env });
  return { service, origin: await service.address() };
};

type Headers = Awaited<ReturnType<typeof sendTo>>["headers"];

/** Each client keeps a connection and sends one request after another until it is to end; counts statuses and error codes. */
const sendLoad = (service: ServiceProcess, origin: string, isToEnd: (headers: Headers) => boolean) => {
  const outcomes = new Map<number | string, number>();
  const note = (outcome: number | string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const run = async (client: number) => {
    const agent = keepConnection();
    const create = { method: "POST", body: { name: "Luna", categoryId: 1 } };
    const [path, options] = client % 4 === 0 ? ["/v1/pets", create] : [`/v1/pets?limit=${client}`, {}];
    try {
      for (;;) {
        const { status, headers } = await sendTo(service, origin, path, { key, agent, ...options });
        note(status);
        if (isToEnd(headers)) return;
      }
    } catch (error) {
      note(String((error as NodeJS.ErrnoException).code));
    } finally {
      agent.destroy();
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, at) => run(at + 1)));
  const underLoad = () => expect.poll(() => outcomes.get(201) ?? 0, { timeout: 60_000 }).toBeGreaterThan(20);
  return { outcomes, clients, underLoad };
};
const kinds = ({ outcomes }: ReturnType<typeof sendLoad>) => [...outcomes.keys()].map(String).toSorted();

describe.each(["1", "2"])("a service of %s worker(s) that gets SIGTERM under load", (workers) => {
  it("fails no request of clients that heed Connection: close", async () => {
    const { service, origin } = await start({ WORKERS: workers, SHUTDOWN_GRACE_SECONDS: "3" });
    const load = sendLoad(service, origin, (headers) => headers["connection"] === "close");
    await load.underLoad();
    service.child.kill("SIGTERM");
    await load.clients;
    expect(kinds(load)).toEqual(["200", "201"]);
    expect(await service.ended).toBe(0);
  });

  it("is not ready for SHUTDOWN_GRACE_SECONDS and answers meanwhile, so that a load balancer leaves without an error", async () => {
    const { service, origin } = await start({ WORKERS: workers, SHUTDOWN_GRACE_SECONDS: "5" });
    let isLeft = false;
    const load = sendLoad(service, origin, () => isLeft);
    await load.underLoad();
    const isReady = async () => (await sendTo(service, origin, "/readyz")).status;
    expect(await isReady()).toBe(200);
    service.child.kill("SIGTERM");
    await expect.poll(isReady, { timeout: 5_000 }).toBe(503);
    const { status, headers } = await sendTo(service, origin, "/v1/pets?limit=1", { key });
    expect([status, headers["connection"]]).toEqual([200, "close"]);
    isLeft = true;
    await load.clients;
    expect(kinds(load)).toEqual(["200", "201"]);
    expect(await service.ended).toBe(0);
  });
});
