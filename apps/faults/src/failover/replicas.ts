import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { type FaultProxy, openBytesProxy } from "../proxy/fault-proxy.js";
import { type Build, createService, makeKey, type Service } from "../service/service-process.js";
import { createProcess, type StartedProcess, surroundingsIn } from "../service/started-process.js";
import { makeFolder } from "../store/store.js";
import type { Cluster } from "./cluster.js";
import { startHaproxy } from "./haproxy.js";
import type { Ports } from "./ports.js";
import type { Programs } from "./programs.js";

type Replica = {
  /** Returns the current version of the service. */
  readonly service: () => Service;
  readonly databasePath: FaultProxy;
  /** Stops the replica and starts another build in its place, as a deployment would. */
  replace(build: Build): Promise<void>;
};

/** Three replicas behind HAProxy, with Redis. Each replica reaches the primary by its own path. */
export type Replicas = {
  readonly origin: string;
  readonly key: string;
  readonly all: readonly Replica[];
  readonly redis: StartedProcess;
  readonly redisPath: FaultProxy;
};

/** This is longer than the two seconds after which ops/haproxy/petstore.cfg stops sending requests to a replica. */
const GRACE_SECONDS = 5;
const STOP_WITHIN_MS = 30_000;
const UP_WITHIN_MS = 30_000;

const isUp = async (origin: string) => {
  const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status === 200;
};

type Place = { readonly ports: Ports; readonly programs: Programs; readonly cluster: Cluster; readonly build: Build };

export const startReplicas = async (
  { ports, programs, cluster, build }: Place,
  cleanup: Cleanup,
): Promise<Replicas> => {
  const { folder } = cluster;
  const redisArgs = ["--port", String(ports.redis), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const redis = createProcess(
    { command: programs["redis-server"], args: redisArgs, ...surroundingsIn(folder) },
    cleanup,
  );
  redis.start();
  const redisPath = await openBytesProxy(ports.redisPath, ports.redis, cleanup);
  const shared = {
    AUTH_SECRET: randomBytes(24).toString("base64"),
    REDIS_URL: `redis://127.0.0.1:${redisPath.port}`,
    RATE_LIMIT: "999999999",
    ADDRESS_RATE_LIMIT: "0",
    SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS),
    WEB_DIR: "none",
    DOCS_DIR: "none",
  };
  const all: Replica[] = [];
  for (const { service: port, database } of ports.replicas) {
    const databasePath = await openBytesProxy(database, ports.primary, cleanup);
    const env = { ...shared, DATABASE_URL: cluster.databaseUrl(database), DATA_DIR: await makeFolder(cleanup) };
    const create = (of: Build) => createService({ build: of, port, env, stopWithinMs: STOP_WITHIN_MS }, cleanup);
    let service = create(build);
    service.start();
    await service.ready();
    const replace = async (next: Build) => {
      await service.stop();
      service = create(next);
      service.start();
      await service.ready();
    };
    all.push({ service: () => service, databasePath, replace });
  }
  const [one = 0, two = 0, three = 0] = ports.replicas.map(({ service }) => service);
  const addresses = {
    PETSTORE_BIND: `127.0.0.1:${ports.balancer}`,
    PETSTORE_ONE: `127.0.0.1:${one}`,
    PETSTORE_TWO: `127.0.0.1:${two}`,
    PETSTORE_THREE: `127.0.0.1:${three}`,
  };
  const balancer = startHaproxy({ folder, programs }, "petstore.cfg", addresses, cleanup);
  const origin = `http://127.0.0.1:${ports.balancer}`;
  const giveUpAt = performance.now() + UP_WITHIN_MS;
  while (!(await isUp(origin))) {
    if (performance.now() > giveUpAt) throw new Error(`The balancer does not answer:\n${balancer.log()}`);
    await sleep(100);
  }
  const key = await makeKey(build, { ...shared, DATABASE_URL: cluster.databaseUrl(ports.primary) }, "write");
  return { origin, key, all, redis, redisPath };
};
