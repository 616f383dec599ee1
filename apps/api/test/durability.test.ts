import { randomInt } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pet, Pets } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proofSize } from "./support/proof-size.js";
import { keyOf, type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";

const CLIENTS = 16;
const ROUNDS = proofSize("ROUNDS", { short: 2, full: 20 });

describe(`kill -9 while ${CLIENTS} clients POST`, () => {
  let dataDir: string;
  let service: ServiceProcess;
  let address: string;
  let key: string;
  const acknowledged = new Map<number, string>();

  const start = async () => {
    service = startServiceProcess({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
    address = await service.address();
  };
  const headers = () => ({ authorization: `Bearer ${key}`, "content-type": "application/json" });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "petstore-durability-"));
    await start();
    key = keyOf(service);
  });
  afterAll(async () => {
    await stopServiceProcess(service);
    await rm(dataDir, { recursive: true });
  });

  /** Creates pets until the service ends or `end` aborts, and records every 201. */
  const post = async (client: number, end: AbortSignal) => {
    for (let count = 0; !end.aborted; count++) {
      const name = `${client}-${count}-${randomInt(1e9)}`;
      const body = JSON.stringify({ name, categoryId: 1 + (count % 50) });
      const answer = await fetch(`${address}/v1/pets`, { method: "POST", headers: headers(), body }).catch(
        () => undefined,
      );
      if (answer === undefined) return;
      if (answer.status === 201) acknowledged.set(((await answer.json()) as Pet).id, name);
      else await sleep(20);
    }
  };
  const underLoad = async (disaster: () => Promise<void>) => {
    const end = new AbortController();
    const clients = Array.from({ length: CLIENTS }, (_, client) => post(client, end.signal).catch(() => {}));
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(before + 50);
    await disaster();
    end.abort();
    await Promise.all(clients);
  };
  const stored = async () => {
    const pets = new Map<number, string>();
    let path: string | undefined = "/v1/pets?limit=100";
    while (path !== undefined) {
      const answer: Response = await fetch(address + path, { headers: headers() });
      for (const { id, name } of (await answer.json()) as Pets) pets.set(id, name);
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    return pets;
  };
  const missing = async () => {
    const pets = await stored();
    return [...acknowledged].filter(([id, name]) => pets.get(id) !== name);
  };

  it(
    `keeps every pet acknowledged with 201 when the service is killed, ${ROUNDS} times`,
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await underLoad(async () => {
          service.child.kill("SIGKILL");
          await service.ended;
        });
        await start();
        expect(await missing()).toEqual([]);
      }
    },
    ROUNDS * 60_000,
  );

  it(
    `keeps every acknowledged pet when the private PostgreSQL is killed, ${ROUNDS} times`,
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const before = acknowledged.size;
        await underLoad(async () => {
          const pid = Number((await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
          process.kill(pid, "SIGKILL");
          const ready = async () => (await fetch(`${address}/readyz`)).status;
          await expect.poll(ready, { timeout: 5_000, interval: 5 }).toBe(503);
          await expect.poll(ready, { timeout: 30_000 }).toBe(200);
        });
        expect(acknowledged.size).toBeGreaterThan(before);
        expect(await missing()).toEqual([]);
      }
    },
    ROUNDS * 60_000,
  );
});
