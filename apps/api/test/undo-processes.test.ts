import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Action, Action as ActionSchema } from "@petstore/contract/routes";
import { expect, it } from "vitest";
import { proofSize } from "./support/proof-size.js";
import { keyOf, startServiceProcess, stopServiceProcess } from "./support/service-process.js";

const REQUESTS = proofSize("REQUESTS", { short: 6, full: 30 });
const EACH = 1_000;

it(`continues the undo of ${REQUESTS * EACH} pets after kill -9, and restores each one once`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "petstore-undo-"));
  const start = () => startServiceProcess({ DATA_DIR: dataDir, LOG_LEVEL: "silent", RATE_LIMIT: "1000000" });
  let service = start();
  let address = await service.address();
  const key = keyOf(service);
  const send = async (line: string, body?: unknown, headers = {}) => {
    const [method = "", path = ""] = line.split(" ");
    const json = { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers };
    const answer = await fetch(address + path, {
      method,
      headers: json,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBeLessThan(300);
    return answer.json() as Promise<unknown>;
  };
  const get = async (id: string): Promise<Action> => ActionSchema.parse(await send(`GET /v1/actions/${id}`));

  const names = Array.from({ length: REQUESTS * EACH }, (_, at) => `Rex ${at}`);
  const csv = `name,categoryId\n${names.map((name) => `${name},1`).join("\n")}\n`;
  await send("POST /v1/pets/import", { source: "many.csv", csv, columns: {} });
  const [imported] = (await send("GET /v1/actions?limit=1")) as [Action];
  const first = Number(imported.event.after?.["firstPetId"]);
  const actionKey = randomUUID();
  for (let request = 0; request < REQUESTS; request += 1) {
    const changes = names.slice(request * EACH, (request + 1) * EACH).map((name, at) => {
      const from = { name, categoryId: 1, status: "available" };
      return { id: first + request * EACH + at, from, to: { ...from, status: "sold" } };
    });
    expect(await send("POST /v1/pets/changes", changes, { "action-key": actionKey })).toEqual({
      done: EACH,
      unchanged: 0,
      left: [],
      unrestored: [],
    });
  }
  const [sale] = (await send(`GET /v1/actions?key=${actionKey}`)) as [Action];
  expect(sale.events).toBe(REQUESTS * EACH);
  await send(`POST /v1/actions/${sale.id}/undo`);
  await expect.poll(async () => (await get(sale.id)).job?.done, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);

  service.child.kill("SIGKILL");
  await service.ended;
  service = start();
  address = await service.address();
  const reached = (await get(sale.id)).job?.done ?? 0;
  expect(reached % EACH).toBe(0);
  await expect.poll(async () => (await get(sale.id)).status, { timeout: 120_000 }).toBe("undone");
  expect((await get(sale.id)).job).toMatchObject({ done: REQUESTS * EACH, leftCount: 0 });

  const undo = (await get(sale.id)).job?.actionId ?? "";
  expect((await get(undo)).events).toBe(REQUESTS * EACH);
  // Each animal was changed twice after the import, so it no longer has its imported state.
  await send(`POST /v1/actions/${imported.id}/undo`);
  await expect.poll(async () => (await get(imported.id)).job?.status, { timeout: 120_000 }).toBe("done");
  expect((await get(imported.id)).job).toMatchObject({ done: 0, leftCount: REQUESTS * EACH });
  expect((await get(imported.id)).job?.left).toHaveLength(1_000);
  await stopServiceProcess(service);
  await rm(dataDir, { recursive: true });
}, 300_000);
