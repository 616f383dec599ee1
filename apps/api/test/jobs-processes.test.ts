import { randomUUID } from "node:crypto";
import type { Action } from "@petstore/contract/routes";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";
import { createTestShell } from "./support/test-shell.js";
import { freePort } from "./support/free-port.js";
import { keyOf, type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("the service stops a job that has killed it three times, continues others, and can resume it", async () => {
  const metricsPort = String(await freePort());
  const env = { DATABASE_URL: database.url, LOG_LEVEL: "error", METRICS_PORT: metricsPort };
  let service: ServiceProcess = startServiceProcess(env);
  let address = await service.address();
  const key = keyOf(service);
  const send = async (line: string, body?: unknown, headers = {}): Promise<unknown> => {
    const [method = "", path = ""] = line.split(" ");
    const init = {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    };
    const answer = await fetch(address + path, { ...init, ...(body !== undefined && { body: JSON.stringify(body) }) });
    expect(answer.status).toBeLessThan(300);
    return answer.json();
  };
  const sell = async (name: string): Promise<{ petId: number; id: string }> => {
    const from = { name, categoryId: 1, status: "available" };
    const { id: petId } = (await send("POST /v1/pets", from)) as { id: number };
    const actionKey = randomUUID();
    await send("POST /v1/pets/changes", [{ id: petId, from, to: { ...from, status: "sold" } }], {
      "action-key": actionKey,
    });
    const [sale] = (await send(`GET /v1/actions?key=${actionKey}`)) as [Action];
    return { petId, id: sale.id };
  };
  const stateOf = async (id: string) => ((await send(`GET /v1/actions/${id}`)) as Action).status;
  const poisoned = await sell("Poisoned");
  const other = await sell("Other");

  // The step waits in its transaction until the process is killed. This happens three times.
  const client = await database.pool.connect();
  const hold = () =>
    client.query("BEGIN").then(() => client.query(`SELECT FROM pet WHERE id = ${poisoned.petId} FOR UPDATE`));
  const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  await hold();
  await send(`POST /v1/actions/${poisoned.id}/undo`);
  for (let beginnings = 1; ; beginnings += 1) {
    const begun = async () => (await database.db.jobStep.findFirst({ where: { kind: "undo" } }))?.beginnings;
    await expect.poll(begun, { timeout: 60_000 }).toBe(beginnings);
    await expect.poll(async () => (await client.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1);
    service.child.kill("SIGKILL");
    await service.ended;
    await client.query("ROLLBACK");
    // This ends the claim early, and waits until PostgreSQL has noticed that the process has died.
    await database.pool.query("UPDATE job_step SET free_at = now()");
    if (beginnings < 3) await hold();
    service = startServiceProcess(env);
    address = await service.address();
    if (beginnings === 3) break;
  }

  await expect.poll(() => stateOf(poisoned.id), { timeout: 60_000 }).toBe("waiting");
  expect(service.output.stdout + service.output.stderr).toContain("A job has stopped after 3 starts");
  await send(`POST /v1/actions/${other.id}/undo`);
  await expect.poll(() => stateOf(other.id), { timeout: 60_000 }).toBe("undone");
  const metric = async () => (await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).split("\n");
  await expect.poll(metric, { timeout: 60_000 }).toContain('petstore_jobs_waiting{kind="undo"} 1');

  const run = createTestShell(database.url);
  const name = `undo ${poisoned.id.split("-")[1]}`;
  expect((await run(["check"])).stderr).toContain(`(1: ${name})`);
  expect((await run(["jobs", "list"])).stdout).toContain("waiting");
  expect(await run(["jobs", "resume", ...name.split(" ")])).toMatchObject({ code: 0 });
  await expect.poll(() => stateOf(poisoned.id), { timeout: 60_000 }).toBe("undone");
  await expect.poll(metric, { timeout: 60_000 }).toContain('petstore_jobs_waiting{kind="undo"} 0');
  expect(await database.db.jobStep.count({ where: { kind: "undo" } })).toBe(0);
  client.release();
  expect(await stopServiceProcess(service)).toBe(0);
}, 300_000);
