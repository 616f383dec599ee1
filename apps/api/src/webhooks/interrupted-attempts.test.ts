import type { CreatedWebhookEndpoint, WebhookEndpoint } from "@petstore/contract/client";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { newPet } from "../../test/support/builders.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { createTestShell } from "../../test/support/test-shell.js";
import { startReceiver, type WebhookReceiver } from "../../test/support/webhook-receiver.js";
import { queryOfPool } from "../database/query.js";
import { createJobSteps, type JobSteps } from "../operation/job-steps.js";
import { createWebhooks, type Webhooks } from "./deliver-webhooks.js";
import { giveUpWaiting } from "../cli/give-up-waiting.js";

const endpoints = "/v1/webhook-endpoints";
const pace = { tickMs: 20, gapMs: 0, graceMs: 50, attemptMs: 5_000 };

let api: TestApi;
let admin: string;
let receiver: WebhookReceiver;
let webhooks: Webhooks | undefined;
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 5 });
const addEndpoint = async (name: string) => {
  const body = { url: receiver.url.replace("/hook", `/${name}`) };
  return (await api.send(`POST ${endpoints}`, { key: admin, body })).body as CreatedWebhookEndpoint;
};
const get = async ({ id }: { id: number }) =>
  (await api.send(`GET ${endpoints}/${id}`, { key: admin })).body as WebhookEndpoint;
const createPet = () => api.send("POST /v1/pets", { body: newPet() });
/** Records the starts of processes that died while they sent. */
const dieIn = ({ id }: { id: number }, beginnings: number) =>
  api.database.pool.query(
    `INSERT INTO job_step (kind, job_id, beginnings, token, free_at) VALUES ('webhook', $1, $2, gen_random_uuid(), now())`,
    [id, beginnings],
  );
const steps = () => api.database.db.jobStep.findMany({ where: { kind: "webhook" } });
const typesAt = (path: string) =>
  receiver.received.filter((one) => one.path === path).map(({ body }) => (JSON.parse(body) as { type: string }).type);

beforeAll(async () => {
  api = await createTestApi();
  admin = await api.makeKey("admin");
  await createPet();
});
afterAll(() => api.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await webhooks?.close();
  webhooks = undefined;
  await receiver.close();
  api.deps.jobSteps.noteWaiting("webhook", 0);
  await api.database.pool.query("DELETE FROM webhook_endpoint; DELETE FROM job_step");
});

describe("an attempt of a webhook", () => {
  it("is recorded before its request, and ended after the response", async () => {
    const endpoint = await addEndpoint("one");
    const seen: unknown[] = [];
    receiver.answer = async (response) => {
      seen.push(await steps());
      response.writeHead(204).end();
    };
    await createPet();
    webhooks = createWebhooks(api.deps, pace);
    await until(() => expect(seen).toMatchObject([[{ jobId: BigInt(endpoint.id), beginnings: 1 }]]));
    await until(async () => expect(await steps()).toEqual([]));
  });

  it("is not counted if a stop of the service aborts it", async () => {
    await addEndpoint("one");
    receiver.answer = () => {};
    await createPet();
    webhooks = createWebhooks(api.deps, pace);
    await until(() => expect(receiver.received).toHaveLength(1));
    expect(await steps()).toMatchObject([{ beginnings: 1 }]);
    await webhooks.close();
    expect(await steps()).toEqual([]);
  });

  it("is counted from zero again after an attempt has ended", async () => {
    const endpoint = await addEndpoint("one");
    await dieIn(endpoint, 3 - 1);
    await createPet();
    webhooks = createWebhooks(api.deps, pace);
    await until(() => expect(typesAt("/one")).toEqual(["pet.created"]));
    await until(async () => expect(await steps()).toEqual([]));
  });

  it("is no longer made after the process has died three times, until a person resumes it", async () => {
    const [poisoned, other] = [await addEndpoint("poisoned"), await addEndpoint("other")];
    await dieIn(poisoned, 3);
    const errors = () => api.logged.filter(({ level }) => level === 50);
    const before = errors().length;
    await createPet();
    webhooks = createWebhooks(api.deps, pace);
    await until(() => expect(typesAt("/other")).toEqual(["pet.created"]));
    await until(() => expect(api.deps.jobSteps.stats().webhook).toBe(1));
    await until(async () =>
      expect((await steps()).map(({ jobId, waitingSince }) => [Number(jobId), waitingSince !== null])).toEqual([
        [poisoned.id, true],
      ]),
    );
    expect(errors().slice(before)).toMatchObject([{ jobs: "webhook", jobId: String(poisoned.id) }]);
    await until(async () =>
      expect([await get(poisoned), await get(other)]).toMatchObject([{ behind: 1 }, { behind: 0 }]),
    );
    expect(typesAt("/poisoned")).toEqual([]);
    const run = createTestShell(api.database.url);
    expect((await run(["check"])).stderr).toContain(`(1: webhook ${poisoned.id})`);
    expect((await run(["jobs", "resume", "webhook", String(poisoned.id)])).code).toBe(0);
    await until(() => expect(typesAt("/poisoned")).toEqual(["pet.created"]));
    await until(() => expect(api.deps.jobSteps.stats().webhook).toBe(0));
  });

  it("is dropped with the waiting deliveries if a person decides so, and the receiver is told", async () => {
    const endpoint = await addEndpoint("one");
    await createPet();
    await api.deps.eventFeed.number();
    await api.database.pool.query(
      `INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state, next_attempt_at)
       SELECT id, 'evt', cursor, 'pet.created', 'waiting', now() FROM webhook_endpoint WHERE id = $1`,
      [endpoint.id],
    );
    await dieIn(endpoint, 3);
    webhooks = createWebhooks(api.deps, pace);
    await until(() => expect(api.deps.jobSteps.stats().webhook).toBe(1));
    const run = createTestShell(api.database.url);
    expect((await run(["jobs", "drop", "webhook", String(endpoint.id)])).code).toBe(0);
    const received = () => typesAt("/one");
    await until(() => expect(received()).toEqual(["resync"]));
    await createPet();
    await until(() => expect(received()).toEqual(["resync", "pet.created"]));
    const deliveries = async () =>
      (await api.send(`GET ${endpoints}/${endpoint.id}/deliveries`, { key: admin })).body as unknown[];
    await until(async () =>
      expect(await deliveries()).toMatchObject([
        { type: "pet.created", status: "failed" },
        { type: "resync", status: "delivered" },
        { type: "pet.created" },
      ]),
    );
  });

  /** Sends a retry of an endpoint. A person drops the job just before the sender does this. */
  const dropBefore = async (before: "the retry is found" | "the request begins") => {
    const endpoint = await addEndpoint("one");
    await createPet();
    await api.deps.eventFeed.number();
    await api.database.pool.query(
      `INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state, next_attempt_at)
       SELECT $1, 'evt', epoch || '-' || position, 'pet.created', 'waiting', now() FROM event_feed`,
      [endpoint.id],
    );
    let isDropped = false;
    const drop = async () => {
      if (isDropped) return;
      isDropped = true;
      await giveUpWaiting(queryOfPool(api.database.pool), endpoint.id);
    };
    const { db: original } = api.deps.database;
    const db = new Proxy(original, {
      get: (target, property) => {
        if (property !== "webhookDelivery" || before !== "the retry is found")
          return Reflect.get(target, property) as unknown;
        const findFirst: typeof original.webhookDelivery.findFirst = (async (given: object) => {
          await drop();
          return original.webhookDelivery.findFirst(given);
        }) as never;
        return { ...original.webhookDelivery, findFirst };
      },
    });
    const attempt: JobSteps["attempt"] = async (job, work) => {
      if (before === "the request begins") await drop();
      return api.deps.jobSteps.attempt(job, work);
    };
    const jobSteps = { ...api.deps.jobSteps, attempt };
    webhooks = createWebhooks({ ...api.deps, jobSteps, database: { ...api.deps.database, db } }, pace);
    await until(async () => {
      const { body } = await api.send(`GET ${endpoints}/${endpoint.id}/deliveries`, { key: admin });
      expect(body).toMatchObject([{ status: "failed" }, { type: "resync", status: "delivered" }]);
    });
    return typesAt("/one");
  };

  it.each(["the retry is found", "the request begins"] as const)(
    "causes only one resync message if it is dropped before %s",
    async (before) => {
      expect(await dropBefore(before)).toEqual(["resync"]);
    },
  );

  it("blocks its whole endpoint while it waits for a person, but no other endpoint", async () => {
    const [poisoned, other] = [await addEndpoint("poisoned"), await addEndpoint("other")];
    await api.database.pool.query(
      `INSERT INTO webhook_delivery (endpoint_id, message_id, event_id, type, state, next_attempt_at)
       SELECT id, 'evt', cursor, 'pet.created', 'waiting', now() FROM webhook_endpoint WHERE id = $1`,
      [poisoned.id],
    );
    await dieIn(poisoned, 3);
    webhooks = createWebhooks(api.deps, pace);
    for (const count of [1, 2]) {
      await createPet();
      await until(() => expect(typesAt("/other")).toHaveLength(count));
      await webhooks.run();
    }
    await until(async () => expect(await get(other)).toMatchObject({ behind: 0 }));
    expect(await get(poisoned)).toMatchObject({ behind: 2, retrying: 1, status: "active", failures: 0 });
    expect(typesAt("/poisoned")).toEqual([]);
    expect(api.deps.jobSteps.stats().webhook).toBe(1);
  });

  it("leaves no record of an endpoint deleted after a process died", async () => {
    const endpoint = await addEndpoint("one");
    await dieIn(endpoint, 1);
    expect((await api.send(`DELETE ${endpoints}/${endpoint.id}`, { key: admin })).status).toBe(204);
    webhooks = createWebhooks(api.deps, pace);
    await webhooks.run();
    expect(await steps()).toEqual([]);
  });

  it("loses its record when its endpoint is deleted, while other jobs keep theirs", async () => {
    const [endpoint, other] = [await addEndpoint("one"), await addEndpoint("other")];
    for (const one of [endpoint, other]) await dieIn(one, 1);
    await api.database.pool.query(
      "INSERT INTO job_step (kind, job_id, token, free_at) VALUES ('undo', $1, gen_random_uuid(), now())",
      [endpoint.id],
    );
    expect((await api.send(`DELETE ${endpoints}/${endpoint.id}`, { key: admin })).status).toBe(204);
    const left = await api.database.db.jobStep.findMany({ orderBy: { kind: "asc" } });
    expect(left.map(({ kind, jobId }) => [kind, Number(jobId)])).toEqual([
      ["undo", endpoint.id],
      ["webhook", other.id],
    ]);
  });

  it("is no longer reported as waiting by a process that has lost the lease", async () => {
    await dieIn(await addEndpoint("one"), 3);
    await createPet();
    const jobSteps = createJobSteps(queryOfPool(api.database.pool), pino({ level: "silent" }));
    webhooks = createWebhooks({ ...api.deps, jobSteps }, pace);
    await until(() => expect(jobSteps.stats().webhook).toBe(1));
    const holdLease = (holder: string, hours: number) =>
      api.database.pool.query("UPDATE webhook_lease SET holder = $1, expires_at = now() + make_interval(hours => $2)", [
        holder,
        hours,
      ]);
    await holdLease("another", 1);
    onTestFinished(async () => void (await holdLease("nobody", -1)));
    await until(() => expect(jobSteps.stats().webhook).toBe(0));
  });

  it("leaves no record of an endpoint deleted while it waits", async () => {
    const endpoint = await addEndpoint("one");
    await dieIn(endpoint, 3);
    await createPet();
    webhooks = createWebhooks(api.deps, pace);
    await until(() => expect(api.deps.jobSteps.stats().webhook).toBe(1));
    expect((await api.send(`DELETE ${endpoints}/${endpoint.id}`, { key: admin })).status).toBe(204);
    await until(async () => expect(await steps()).toEqual([]));
  });
});
