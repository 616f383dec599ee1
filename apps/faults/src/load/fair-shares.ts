import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { openPrivatePostgres } from "@petstore/api/dist/database/private-postgres.js";
import { createLog } from "@petstore/api/dist/startup/log.js";
import { type ClientConfig, Client as Postgres } from "pg";
import { type ObservedService, startObservedService } from "../service/observed-service.js";
import { makeFolder } from "../store/store.js";
import { type Attack, attackNames } from "./greedy-client.js";
import { parseOptions } from "./options.js";
import { type Ask, type Client, openClient, quantile } from "./requests.js";
import { runChecks } from "./run-checks.js";

const help = `npx pnpm fuzz:fair-shares [--pets 300000] [--seconds 20] [--api folder]

One key sends as much as it can (searches, batches of creates, both with other requests) while another key works. Prints p50
and p99 of the other key for each kind of request, without and with the greedy key, and the time of a revocation.
`;

const MAX_FACTOR = 3;
/** Below this, the ratio of two p99 is noise: a garbage collection takes as long. */
const FLOOR_MS = 15;
const CONNECTIONS = 4;
const PAUSE_MS = 10;
const MAX_REVOCATION_MS = 1_000;
const print = (line: string) => void process.stdout.write(`${line}\n`);

type Kind = "cached page" | "other page" | "single pet" | "create" | "readiness";
type Times = Readonly<Record<Kind, number[]>>;

const askOf = (kind: Kind, pets: number): Ask => {
  const id = 1 + Math.floor(Math.random() * pets);
  if (kind === "cached page") return { path: "/v1/pets?limit=20" };
  if (kind === "other page") return { path: `/v1/pets?id=${id}&id=${id + 1}&id=${id + 2}` };
  if (kind === "single pet") return { path: `/v1/pets/${id}` };
  if (kind === "readiness") return { path: "/readyz" };
  return { method: "POST", path: "/v1/pets", body: JSON.stringify({ name: `Pet ${id}`, categoryId: 1 }) };
};
const kinds: readonly Kind[] = ["cached page", "other page", "single pet", "create", "readiness"];

/** Measures a modest key: a few connections, each with a pause between its requests. */
const measure = async (client: Client, seconds: number, pets: number) => {
  const times: Times = { "cached page": [], "other page": [], "single pet": [], create: [], readiness: [] };
  const failures = new Map<string, number>();
  const endsAt = performance.now() + seconds * 1_000;
  const work = async () => {
    for (let turn = 0; performance.now() < endsAt; turn += 1) {
      const kind = kinds[turn % kinds.length] as Kind;
      const outcome = await client.ask(askOf(kind, pets)).catch(() => ({ status: 0, milliseconds: 0 }));
      if (outcome.status === 200 || outcome.status === 201) times[kind].push(outcome.milliseconds);
      else {
        const what = `${kind} ${outcome.status}`;
        failures.set(what, (failures.get(what) ?? 0) + 1);
      }
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return { times, failures };
};

const attack = async (settings: Attack): Promise<() => Promise<string>> => {
  const worker = new Worker(new URL("./greedy-client.js", import.meta.url), { workerData: settings });
  const summary = new Promise<string>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  await sleep(2_000);
  return async () => {
    worker.postMessage("stop", []);
    return summary.finally(() => worker.terminate());
  };
};

const revoke = async (port: number, admin: string, key: string): Promise<number> => {
  const headers = { authorization: `Bearer ${admin}` };
  const base = `http://127.0.0.1:${port}/v1/api-keys`;
  const keys = (await (await fetch(`${base}?limit=100&sort=-id`, { headers })).json()) as {
    id: number;
    lastFour: string;
  }[];
  const { id } = keys.find(({ lastFour }) => key.endsWith(lastFour)) ?? { id: 0 };
  const startedAt = performance.now();
  const response = await fetch(`${base}/${id}`, { method: "DELETE", headers });
  await response.text();
  if (response.status !== 204 && response.status !== 200)
    throw new Error(`The revocation was answered ${response.status}.`);
  return performance.now() - startedAt;
};

const row = (name: string, times: Times) =>
  `${name.padEnd(22)}${kinds.map((kind) => `${kind} ${quantile(times[kind], 0.5).toFixed(1)}/${quantile(times[kind], 0.99).toFixed(1)}`.padEnd(26)).join("")}`;

const judge = (name: string, alone: Times, beside: Times): string[] =>
  kinds.flatMap((kind) => {
    const [before, after] = [quantile(alone[kind], 0.99), quantile(beside[kind], 0.99)];
    const factor = after / Math.max(before, FLOOR_MS);
    return factor <= MAX_FACTOR
      ? []
      : [`${name}: p99 of ${kind} ${after.toFixed(1)} ms, ${before.toFixed(1)} ms alone`];
  });

const run = async (service: ObservedService, pets: number, seconds: number): Promise<string[]> => {
  const [modest, admin] = [await service.makeKey("write"), await service.makeKey("admin")];
  const client = openClient(service.port, modest);
  const failed: string[] = [];
  await measure(client, Math.min(seconds, 5), pets);
  print("p50/p99 in ms of another key's requests");
  const phase = async (name: string) => {
    const { times, failures } = await measure(client, seconds, pets);
    print(row(name, times));
    for (const [what, count] of failures) failed.push(`${name}: ${count} times ${what}`);
    return times;
  };
  for (const name of attackNames) {
    const alone = await phase("alone");
    const greedy = await service.makeKey("write");
    const end = await attack({ name, port: service.port, key: greedy });
    failed.push(...judge(name, alone, await phase(name)));
    const took = await revoke(service.port, admin, greedy);
    print(`  revocation ${Math.round(took)} ms; the greedy key: ${await end()}`);
    if (took > MAX_REVOCATION_MS) failed.push(`${name}: a revocation took ${Math.round(took)} ms`);
  }
  client.close();
  return failed;
};

const fill = async (connection: ClientConfig, pets: number) => {
  const postgres = new Postgres(connection);
  await postgres.connect();
  await postgres.query("INSERT INTO category (id) SELECT generate_series(1, 20) ON CONFLICT DO NOTHING");
  await postgres.query("ALTER TABLE pet DISABLE TRIGGER USER");
  await postgres.query(
    `INSERT INTO pet (name, category_id, status)
     SELECT md5(n::text), 1 + n % 20, (ARRAY['available', 'pending', 'sold'])[1 + n % 3]::pet_status FROM generate_series(1, $1::int) AS n`,
    [pets],
  );
  await postgres.query("ALTER TABLE pet ENABLE TRIGGER USER");
  await postgres.query("VACUUM ANALYZE pet");
  await postgres.end();
  // The disk writes of the inserts must not slow the creates that are measured.
  const superuser = new Postgres({ ...connection, user: "postgres" });
  await superuser.connect();
  await superuser.query("CHECKPOINT");
  await superuser.end();
};

const options = parseOptions({ pets: { initial: 300_000, max: 5_000_000 }, seconds: { initial: 20, max: 600 } }, help);
if (options !== undefined) {
  await runChecks(attackNames.length * (kinds.length + 1), async (cleanup) => {
    const dataDir = join(await makeFolder(cleanup), "data");
    const env = { DATA_DIR: dataDir, RATE_LIMIT: "999999999", LOG_LEVEL: "error" };
    const service = await startObservedService({ api: options.api, env }, cleanup);
    const postgres = await openPrivatePostgres({ dataDir, log: await createLog("error") });
    cleanup.add(() => postgres.close());
    await fill(postgres.connection, options.pets);
    return run(service, options.pets, options.seconds);
  });
}
