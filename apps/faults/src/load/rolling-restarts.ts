import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openPrivatePostgres } from "@petstore/api/dist/database/private-postgres.js";
import { createLog } from "@petstore/api/dist/startup/log.js";
import type { Cleanup } from "../cleanup.js";
import { type ObservedService, startObservedService } from "../service/observed-service.js";
import { findFreePort } from "../service/service-process.js";
import { makeFolder } from "../store/store.js";
import { isNginxInstalled, startNginx } from "./nginx.js";
import { parseOptions } from "./options.js";
import { openClient } from "./requests.js";
import { startLoad } from "./restart-load.js";
import { runChecks } from "./run-checks.js";

const help = `npx pnpm fuzz:restarts [--rounds 20] [--grace 3] [--api folder]

Restarts two replicas on one PostgreSQL behind nginx in turn, under load; no request may fail. Requires nginx
(Debian: apt-get install nginx-light).

  --rounds  how often each replica is restarted
  --grace   SHUTDOWN_GRACE_SECONDS of the replicas
  --api     another build of apps/api
`;

const REPLICAS = 2;
const CHECKS = 3;
const BETWEEN_MS = 1_500;
const print = (line: string) => void process.stdout.write(`${line}\n`);

const countPets = async (port: number, key: string): Promise<number> => {
  const headers = { authorization: `Bearer ${key}`, prefer: "count=exact" };
  const response = await fetch(`http://127.0.0.1:${port}/v1/pets?limit=1`, { headers });
  await response.text();
  return Number(response.headers.get("total-count"));
};

const openReplicas = async (api: string, graceSeconds: number, cleanup: Cleanup) => {
  const folder = await makeFolder(cleanup);
  const postgres = await openPrivatePostgres({ dataDir: join(folder, "data"), log: await createLog("error") });
  cleanup.add(() => postgres.close());
  const { host, user } = postgres.connection;
  const env = {
    DATABASE_URL: `postgresql://${user}@/${postgres.connection.database}?host=${encodeURIComponent(host)}`,
    RATE_LIMIT: "999999999",
    LOG_LEVEL: "warn",
    SHUTDOWN_GRACE_SECONDS: String(graceSeconds),
  };
  const ports = await Promise.all(Array.from({ length: REPLICAS }, findFreePort));
  const replicas: ObservedService[] = [];
  for (const port of ports) replicas.push(await startObservedService({ api, env, port }, cleanup));
  const key = (await replicas[0]?.makeKey("write")) ?? "";
  await mkdir(join(folder, "nginx"));
  const nginx = await startNginx(join(folder, "nginx"), ports);
  cleanup.add(nginx.stop);
  const restart = async (at: number) => {
    await replicas[at]?.stop();
    replicas[at]?.start();
    await replicas[at]?.ready();
  };
  return { nginx, key, restart };
};

type Options = { readonly rounds: number; readonly grace: number; readonly api: string };

const run = async ({ rounds, grace, api }: Options, cleanup: Cleanup): Promise<string[]> => {
  const { nginx, key, restart } = await openReplicas(api, grace, cleanup);
  const { port } = nginx;
  const client = openClient(port, key);
  const setUp = { method: "POST", path: "/v1/pets", body: JSON.stringify({ name: "First", categoryId: 1 }) } as const;
  for (let pets = 0; pets < 20; pets += 1) await client.ask(setUp);
  const before = await countPets(port, key);
  const endLoad = startLoad(client, randomUUID());
  for (let round = 1; round <= rounds; round += 1) {
    for (let at = 0; at < REPLICAS; at += 1) {
      await restart(at);
      await sleep(BETWEEN_MS);
    }
    print(`round ${round}: both replicas restarted`);
  }
  const { sent, failed, created } = await endLoad();
  client.close();
  print(`${rounds * REPLICAS} restarts`);
  for (const [kind, requests] of sent) print(`${kind}: ${requests} requests`);
  for (const [message, times] of await nginx.errors()) print(`nginx logged ${times} times: ${message}`);
  const lost = before + created - (await countPets(port, key));
  // A create that failed for the client may have been stored.
  const unknown = [...failed.values()].reduce((sum, requests) => sum + requests, 0);
  return [
    ...[...failed].map(([what, requests]) => `${requests} requests: ${what}`),
    ...(lost > 0 ? [`${lost} acknowledged creates are lost`] : []),
    ...(-lost > unknown ? [`${-lost - unknown} pets more than were created`] : []),
  ];
};

const options = parseOptions({ rounds: { initial: 20, max: 1_000 }, grace: { initial: 3, max: 60 } }, help);
if (options !== undefined && !isNginxInstalled()) {
  process.stderr.write("nginx is not installed; on Debian: apt-get update && apt-get install -y nginx-light\n");
  process.exitCode = 1;
} else if (options !== undefined) {
  await runChecks(CHECKS, (cleanup) => run(options, cleanup));
}
