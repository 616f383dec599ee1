import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { type Ask, openClient } from "./requests.js";

export const attackNames = ["searches", "batches", "everything"] as const;

export type Attack = { readonly name: (typeof attackNames)[number]; readonly port: number; readonly key: string };

const SEARCH_CONNECTIONS = 60;
const BATCH_CONNECTIONS = 300;
const LAST_REQUEST_MS = 3_000;
const names = Array.from({ length: 1_000 }, (_, at) => ({ name: `Greedy ${at}`, categoryId: 1 + (at % 20) }));
const batch: Ask = { method: "POST", path: "/v1/pets/batch", body: JSON.stringify(names) };
const search = (): Ask => ({
  path: `/v1/pets?name=%C3%A0%C3%A1&sort=name&limit=${1 + Math.floor(Math.random() * 100)}`,
  headers: { "if-none-match": "*" },
});
const sorts = ["id", "-id"];
const statuses = ["available", "pending", "sold"];
const any = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;
const others: readonly (() => Ask)[] = [
  () => ({ path: `/v1/pets?sort=${any(sorts)}&status=${any(statuses)}&limit=${1 + Math.floor(Math.random() * 100)}` }),
  () => ({ path: "/v1/pets?limit=1", headers: { prefer: "count=exact" } }),
  () => ({ path: "/v1/inventory" }),
  () => ({ path: "/v1/categories" }),
  () => ({ path: `/v1/pets/${1 + Math.floor(Math.random() * 300_000)}` }),
  () => ({ method: "POST", path: "/v1/pets", body: '{"name":"Greedy","categoryId":1}' }),
];

const run = ({ name, port, key }: Attack) => {
  const client = openClient(port, key, 1_000);
  const counts = new Map<number, number>();
  const stopping = new AbortController();
  const stop = { signal: stopping.signal };
  setMaxListeners(0, stopping.signal);
  const repeat = async (next: () => Ask) => {
    while (!stopping.signal.aborted) {
      const { status, retryAfter } = await client.ask(next()).catch(() => ({ status: 0, retryAfter: 1 }));
      counts.set(status, (counts.get(status) ?? 0) + 1);
      // It obeys Retry-After. The rate limit or a proxy handles clients that do not.
      if (retryAfter !== undefined) await pause(1_000 * retryAfter, undefined, stop).catch(() => {});
    }
  };
  const loops = [
    ...(name === "batches" ? [] : Array.from({ length: SEARCH_CONNECTIONS }, () => repeat(search))),
    ...(name === "searches" ? [] : Array.from({ length: BATCH_CONNECTIONS }, () => repeat(() => batch))),
    ...(name === "everything" ? Array.from({ length: 120 }, () => repeat(() => any(others)())) : []),
  ];
  parentPort?.once("message", async () => {
    stopping.abort();
    await Promise.race([Promise.all(loops), pause(LAST_REQUEST_MS)]);
    client.close();
    parentPort?.postMessage([...counts].map(([status, count]) => `${count} times ${status}`).join(", "), []);
  });
};

if (parentPort !== null) run(workerData as Attack);
