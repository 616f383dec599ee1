import type { Ask, Client } from "./requests.js";

const CONNECTIONS = 8;
const PAUSE_MS = 2;

export type LoadReport = {
  readonly sent: ReadonlyMap<string, number>;
  readonly failed: ReadonlyMap<string, number>;
  readonly created: number;
};

const kinds: Readonly<Record<string, (number: number, run: string) => Ask>> = {
  GET: (number) => ({ path: number % 2 === 0 ? "/v1/pets?limit=20" : `/v1/pets/${1 + (number % 20)}` }),
  POST: (number) => ({
    method: "POST",
    path: "/v1/pets",
    body: JSON.stringify({ name: `Load ${number}`, categoryId: 1 }),
  }),
  "POST with Idempotency-Key": (number, run) => ({
    method: "POST",
    path: "/v1/pets",
    body: JSON.stringify({ name: `Load ${number}`, categoryId: 1 }),
    headers: { "idempotency-key": `"${run}-${number}"` },
  }),
};

const count = (counts: Map<string, number>, name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1);

export const startLoad = (client: Client, run: string) => {
  const [sent, failed] = [new Map<string, number>(), new Map<string, number>()];
  let [number, created] = [0, 0];
  const ending = new AbortController();
  const work = async () => {
    while (!ending.signal.aborted) {
      number += 1;
      const [kind = "", ask] = Object.entries(kinds)[number % 4 === 0 ? 1 : number % 4 === 1 ? 2 : 0] ?? [];
      if (ask === undefined) continue;
      count(sent, kind);
      const outcome = await client.ask(ask(number, run)).catch((error: unknown) => String(error));
      const status = typeof outcome === "string" ? outcome : outcome.status;
      if (status === 201) created += 1;
      else if (status !== 200) count(failed, `${kind}: ${status}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const working = Promise.all(Array.from({ length: CONNECTIONS }, work));
  return async (): Promise<LoadReport> => {
    ending.abort();
    await working;
    return { sent, failed, created };
  };
};
