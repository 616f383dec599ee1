import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { storeDatabase } from "../store/postgres.js";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { findProgram, foldersOf } from "@petstore/bench/dist/find-program.js";
import { createClient } from "@petstore/contract/client";
import type { Event } from "@petstore/contract/routes";
import { type Follower, follow } from "../events/followers.js";
import { readCatalogue } from "../events/mirror.js";
import { createReader, readHead } from "../events/reader.js";
import { type Build, findFreePort, makeKey } from "../service/service-process.js";
import { createProcess, type StartedProcess, surroundingsIn } from "../service/started-process.js";
import { mountSmallDisk, whyNoSmallDisk } from "../store/small-disk.js";
import { makeFolder } from "../store/store.js";
import { createLedger, type Ledger } from "../traffic/ledger.js";
import { type Authority, createAuthority, issue } from "./certificates.js";
import { type DatabaseServer, servicePassword, startPrimary, startStandby } from "./database-server.js";
import { createJournal, type Journal } from "./journal.js";
import { type Load, startLoad, uploadPhoto } from "./load.js";
import { type LoopbackServer, startLoopbackServer } from "./loopback-server.js";
import { startBucket, startCollector } from "./neighbours.js";
import { type Prometheus, startPrometheus } from "./prometheus.js";
import { type Replica, startReplica } from "./replicas.js";

/** Everything that an outage takes away, and everything that notices. */
export type Stage = {
  readonly build: Build;
  readonly replicas: readonly Replica[];
  /** The two servers swap their roles in a failover. */
  readonly databases: { primary: DatabaseServer; standby: DatabaseServer };
  readonly folder: string;
  readonly authority: Authority;
  /** Undefined if this system does not permit a small disk for the primary. */
  readonly diskFolder: string | undefined;
  readonly redis: StartedProcess;
  readonly bucket: LoopbackServer;
  readonly collector: LoopbackServer;
  readonly prometheus: Prometheus;
  readonly key: string;
  readonly ledger: Ledger;
  readonly loads: readonly Load[];
  /** What each follower of the events and the receiver of webhooks have seen. */
  readonly journals: Readonly<Record<"poll" | "stream" | "webhooks", Journal>>;
  readonly scrapeAll: () => Promise<void>;
};

type Options = {
  readonly build: Build;
  /** The build from which the rolling update starts. */
  readonly from: Build;
  readonly prometheus: string;
  readonly factor: number;
};

/** The primary and its standby take 120 MB, and PostgreSQL keeps up to 256 MB of WAL. */
const DISK = "800m";
const CATEGORY_ID = 1;
const REPLICAS = 2;

const startRedis = async (folder: string, cleanup: Cleanup) => {
  const command = findProgram(["redis-server"], foldersOf(process.env["PATH"] ?? ""));
  if (command === undefined)
    throw new Error("redis-server: not found in PATH; on Debian: apt-get install redis-server");
  const port = await findFreePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const redis = createProcess({ command, args, ...surroundingsIn(folder) }, cleanup);
  redis.start();
  return { redis, url: `redis://127.0.0.1:${port}` };
};

const startFollower = (way: "poll" | "stream", { origin }: Replica, key: string, after: string, cleanup: Cleanup) => {
  const journal = createJournal();
  const read = createReader(origin, key, cleanup);
  const expired = async () => {
    const next = await readHead(read);
    const { pet } = await readCatalogue(read);
    journal.noteCatalogue([...pet.values()].map((one) => String(one["name"])));
    return next;
  };
  const follower: Follower = follow(
    way,
    { origin, key, after },
    { seen: (event) => journal.note(event as Parameters<Journal["note"]>[0]), expired },
  );
  cleanup.add(() => follower.stop().catch(() => {}));
  return journal;
};

/** A message about one event, or one that tells the receiver to read the catalogue again. */
type Message = { readonly type: string; readonly data: Event };

const startReceiver = async ({ origin }: Replica, key: string, cleanup: Cleanup): Promise<Journal> => {
  const journal = createJournal();
  const read = createReader(origin, key, cleanup);
  const receiver = await startLoopbackServer((_, response, body) => {
    const { type, data } = JSON.parse(body.toString()) as Message;
    if (type === "resync") {
      void readCatalogue(read).then(({ pet }) =>
        journal.noteCatalogue([...pet.values()].map((one) => String(one["name"]))),
      );
    } else journal.note(data as Parameters<Journal["note"]>[0]);
    response.writeHead(204).end();
  }, cleanup);
  const { webhooks } = createClient({ baseUrl: `${origin}/v1`, apiKey: key }).orThrow;
  await webhooks.createWebhookEndpoint({ body: { url: `${receiver.origin}/hook` } });
  return journal;
};

const createPet = async (origin: string, key: string): Promise<number> => {
  const { pets } = createClient({ baseUrl: `${origin}/v1`, apiKey: key }).orThrow;
  const { id } = await pets.createPet({ body: { name: "Photographed", categoryId: CATEGORY_ID } });
  return id;
};

export const openStage = async (options: Options, cleanup: Cleanup): Promise<Stage> => {
  const { build, from, factor } = options;
  const folder = await makeFolder(cleanup);
  const authority = await createAuthority(folder, "authority");
  const certificate = await issue(folder, "first", authority);
  const diskFolder = await makeFolder(cleanup);
  const hasDisk = (await whyNoSmallDisk(diskFolder)) === undefined;
  if (hasDisk) await mountSmallDisk(diskFolder, cleanup, DISK);
  const standbyFolder = join(folder, "standby");
  await mkdir(standbyFolder);
  const primary = await startPrimary(diskFolder, certificate, cleanup);
  const standby = await startStandby(primary, standbyFolder, cleanup);
  const databases = { primary, standby };
  const [bucket, collector] = [await startBucket(cleanup), await startCollector(cleanup)];
  const { redis, url: redisUrl } = await startRedis(folder, cleanup);

  const databaseUrl = (port: number) =>
    `postgresql://${storeDatabase}:${servicePassword}@localhost:${port}/${storeDatabase}?sslmode=verify-full&sslrootcert=${authority.ca}`;
  const env = {
    AUTH_SECRET: randomBytes(24).toString("base64"),
    DATABASE_REPLICA_URL: databaseUrl(standby.port),
    REDIS_URL: redisUrl,
    PHOTO_STORE: `s3://outages?endpoint=${bucket.origin}`,
    AWS_ACCESS_KEY_ID: "outages",
    AWS_SECRET_ACCESS_KEY: "outages",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    OTEL_TRACES_SAMPLER: "traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.1",
    WEBHOOK_ALLOW: "127.0.0.1",
    RATE_LIMIT: "999999",
    ADDRESS_RATE_LIMIT: "0",
    WEB_DIR: "none",
    DOCS_DIR: "none",
  };
  const primaryPort = () => databases.primary.port;
  const replicas: Replica[] = [];
  for (let number = 0; number < REPLICAS; number += 1) {
    replicas.push(await startReplica({ build: from, env, primaryPort, databaseUrl }, cleanup));
  }
  const [one, two] = replicas as [Replica, Replica];
  const key = await makeKey(from, { ...env, DATABASE_URL: databaseUrl(primary.port) }, "admin");
  const petId = await createPet(one.origin, key);
  const photoPath = await uploadPhoto({ origin: one.origin, key }, petId);
  const after = await readHead(createReader(one.origin, key, cleanup));
  const journals = {
    poll: startFollower("poll", one, key, after, cleanup),
    stream: startFollower("stream", two, key, after, cleanup),
    webhooks: await startReceiver(one, key, cleanup),
  };
  const ledger = createLedger();
  const loads = replicas.map(({ origin }) =>
    startLoad({ origin, key, categoryId: CATEGORY_ID, ledger, photoPath }, cleanup),
  );
  const prometheus = await startPrometheus(options.prometheus, factor, cleanup);
  const scrapeAll = () => prometheus.scrape(replicas.map(({ metricsPort }) => metricsPort));
  await scrapeAll();
  return {
    build,
    replicas,
    databases,
    folder,
    authority,
    diskFolder: hasDisk ? diskFolder : undefined,
    redis,
    bucket,
    collector,
    prometheus,
    key,
    ledger,
    loads,
    journals,
    scrapeAll,
  };
};
