import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertApiKey } from "../../src/credentials/api-keys/insert-api-key.js";
import { addAccount } from "./builders.js";
import { type ServiceProcess, startServiceProcess } from "./service-process.js";
import { createTestDatabase, type TestDatabase } from "./test-database.js";
import { keepConnection, sendTo } from "./worker-requests.js";

const CLIENTS = 16;
type Headers = Awaited<ReturnType<typeof sendTo>>["headers"];

/**
 * Each client sends one request after the other on a single connection, until `isLast` returns true. It counts statuses
 * and error codes.
 */
const sendLoad = (service: ServiceProcess, origin: string, key: string, isLast: (headers: Headers) => boolean) => {
  const outcomes = new Map<number | string, number>();
  const count = (outcome: number | string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const run = async (client: number) => {
    const agent = keepConnection();
    const create = { method: "POST", body: { name: "Luna", categoryId: 1 } };
    const [path, options] = client % 4 === 0 ? ["/v1/pets", create] : [`/v1/pets?limit=${client}`, {}];
    try {
      for (;;) {
        const { status, headers } = await sendTo(service, origin, path, { key, agent, ...options });
        count(status);
        if (isLast(headers)) return;
      }
    } catch (error) {
      count(String((error as NodeJS.ErrnoException).code));
    } finally {
      agent.destroy();
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, at) => run(at + 1)));
  const underLoad = () => expect.poll(() => outcomes.get(201) ?? 0, { timeout: 60_000 }).toBeGreaterThan(20);
  return { outcomes, clients, underLoad };
};
const kindsOf = ({ outcomes }: ReturnType<typeof sendLoad>) => [...outcomes.keys()].map(String).toSorted();

/**
 * Defines the tests of SIGTERM under load. There is a file for each number of workers, because Vitest runs files in
 * parallel.
 */
export const describeGracefulStop = (workers: number): void => {
  describe(`a service with WORKERS=${workers} that gets SIGTERM under load`, () => {
    let database: TestDatabase;
    let key: string;
    beforeAll(async () => {
      database = await createTestDatabase();
      const accountId = await addAccount(database);
      ({ key } = await insertApiKey(database.db, "production", { name: "test", scope: "write", accountId }));
    });
    afterAll(() => database.drop());

    const start = async (graceSeconds: number) => {
      const service = startServiceProcess({
        ...{ DATABASE_URL: database.url, RATE_LIMIT: "0", LOG_LEVEL: "warn", WORKERS: String(workers) },
        SHUTDOWN_GRACE_SECONDS: String(graceSeconds),
      });
      return { service, origin: await service.address() };
    };

    it("fails no request of clients that obey Connection: close", async () => {
      const { service, origin } = await start(3);
      const load = sendLoad(service, origin, key, (headers) => headers["connection"] === "close");
      await load.underLoad();
      service.child.kill("SIGTERM");
      await load.clients;
      expect(kindsOf(load)).toEqual(["200", "201"]);
      expect(await service.ended).toBe(0);
    });

    it("answers requests and 503 to /readyz for SHUTDOWN_GRACE_SECONDS", async () => {
      const { service, origin } = await start(5);
      let isBalancerGone = false;
      const load = sendLoad(service, origin, key, () => isBalancerGone);
      await load.underLoad();
      const readiness = async () => (await sendTo(service, origin, "/readyz")).status;
      expect(await readiness()).toBe(200);
      service.child.kill("SIGTERM");
      await expect.poll(readiness, { timeout: 5_000 }).toBe(503);
      const { status, headers } = await sendTo(service, origin, "/v1/pets?limit=1", { key });
      expect([status, headers["connection"]]).toEqual([200, "close"]);
      isBalancerGone = true;
      await load.clients;
      expect(kindsOf(load)).toEqual(["200", "201"]);
      expect(await service.ended).toBe(0);
    });
  });
};
