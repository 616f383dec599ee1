import { randomInt, randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ask, type Asking } from "../traffic/ask.js";

export type BusyWriters = {
  /** The numbers of acknowledged changes, by kind. */
  readonly done: Readonly<Record<string, number>>;
  stop(): Promise<void>;
};

type Writing = { readonly name: string; readonly asking: Omit<Asking, "key"> };

const PAUSE_MS = 10;
const STATUSES = ["available", "pending", "sold"] as const;
const statusOf = () => STATUSES[randomInt(STATUSES.length)];

/** Creates, changes, deletes, orders, imports and merges at random. It uses what all writers have created. */
export const startBusyWriters = (origin: string, key: string, writers: number): BusyWriters => {
  const agent = new Agent({ keepAlive: true, maxSockets: writers });
  const done: Record<string, number> = {};
  const made: Record<"pets" | "orders" | "categories", number[]> = { pets: [], orders: [], categories: [] };
  const ending = new AbortController();
  const some = (kind: keyof typeof made) => made[kind][randomInt(Math.max(1, made[kind].length))] ?? 1;
  const post = (name: string, path: string, body: object): Writing => ({
    name,
    asking: { method: "POST", path, body, idempotencyKey: `"${randomUUID()}"` },
  });
  const change = (name: string, method: string, path: string, body?: object): Writing => ({
    name,
    asking: { method, path, ...(body && { body }) },
  });
  const pet = () => ({ name: `pet ${randomUUID()}`, categoryId: some("categories"), status: statusOf() });
  const csv = () => `name,category\n${Array.from({ length: 120 }, (_, at) => `imported ${at},Imported`).join("\n")}\n`;
  const writings: readonly (readonly [weight: number, () => Writing])[] = [
    [30, () => post("create", "/v1/pets", pet())],
    [5, () => post("batch", "/v1/pets/batch", Array.from({ length: 20 }, pet))],
    [30, () => change("change", "PATCH", `/v1/pets/${some("pets")}`, { name: `renamed ${randomUUID()}` })],
    [10, () => change("delete", "DELETE", `/v1/pets/${some("pets")}`)],
    [10, () => post("order", "/v1/orders", { petId: some("pets") })],
    [
      10,
      () =>
        change("step", "PATCH", `/v1/orders/${some("orders")}`, {
          status: ["approved", "delivered", "cancelled"][randomInt(3)],
        }),
    ],
    [3, () => post("category", "/v1/categories", { name: `category ${randomUUID()}` })],
    [1, () => post("merge", `/v1/categories/${some("categories")}/merge`, { into: some("categories") })],
    [
      1,
      () =>
        post("import", "/v1/pets/import", {
          csv: csv(),
          source: "busy.csv",
          columns: { name: "name", category: "category" },
        }),
    ],
  ];
  const total = writings.reduce((sum, [weight]) => sum + weight, 0);
  const choose = () => {
    let left = randomInt(total);
    return (writings.find(([weight]) => (left -= weight) < 0) ?? writings[0])?.[1]() as Writing;
  };
  const note = (name: string, text: string) => {
    done[name] = (done[name] ?? 0) + 1;
    const body = (text === "" ? {} : JSON.parse(text)) as { id?: number } | { id: number }[];
    const kind = ({ create: "pets", batch: "pets", order: "orders", category: "categories" } as const)[name];
    if (kind !== undefined) made[kind].push(...[body].flat().flatMap(({ id }) => id ?? []));
  };
  const write = async () => {
    while (!ending.signal.aborted) {
      const { name, asking } = choose();
      const outcome = await ask(agent, origin, { ...asking, key });
      if (typeof outcome !== "string" && outcome.status < 300) note(name, outcome.body);
      await sleep(typeof outcome === "string" || outcome.status === 503 ? 10 * PAUSE_MS : PAUSE_MS);
    }
  };
  const working = Promise.all(Array.from({ length: writers }, write));
  return {
    done,
    stop: async () => {
      ending.abort();
      await working;
      agent.destroy();
    },
  };
};
