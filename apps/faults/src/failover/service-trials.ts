import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import type { Build } from "../service/service-process.js";
import { makeFolder } from "../store/store.js";
import { startWatchfulReaders } from "../traffic/watchful-readers.js";
import { type Found, nothing, type Stage, type Trial } from "./stage.js";

const PARTITION_MS = 20_000;
const REDIS_DOWN_MS = 6_000;
const BETWEEN_MS = 2_000;
const BACK_WITHIN_MS = 60_000;

const isFine = (outcome: string) => outcome === "200";

/**
 * Clients reach the partitioned replica directly, as they would through a load balancer that has not noticed the
 * partition.
 */
const partitionReplica: Trial = {
  name: "partitioned replica of the service",
  inject: async ({ replicas, acknowledged }, began): Promise<Found> => {
    const [replica] = replicas.all;
    if (replica === undefined) throw new Error("There is no replica.");
    const { origin } = replica.service();
    const readers = startWatchfulReaders({ origin, key: replicas.key, acknowledged });
    await sleep(BETWEEN_MS);
    const cutAt = performance.now();
    began();
    const cut = replica.databasePath.hold();
    await sleep(PARTITION_MS);
    await replica.databasePath.heal();
    const healedAt = performance.now();
    // The feed, the reads and the pools must all work again. The time of the last failed response shows when they do.
    await sleep(BACK_WITHIN_MS / 4);
    await replica.service().ready();
    await readers.stop();
    const failed = readers.seen.filter(({ sentAt, outcome }) => sentAt > healedAt && !isFine(outcome));
    const backMs = Math.max(0, ...failed.map(({ at }) => at - healedAt));
    // A response may have left the replica just before, and a cached response may be a second old.
    const late = readers.seen.filter(
      ({ sentAt, at, outcome }) => sentAt > cutAt + 2_000 && at < healedAt && isFine(outcome),
    );
    const statuses = new Map<string, number>();
    for (const { sentAt, at, outcome } of readers.seen) {
      if (sentAt > cutAt && at < healedAt) statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
    }
    const answered = [...statuses].map(([outcome, count]) => `${count} ${outcome}`).join(", ");
    return {
      remarks: [
        `${cut} connections silenced`,
        `the replica itself: ${answered}`,
        `back after ${(backMs / 1_000).toFixed(1)} s`,
      ],
      reasons: [
        ...(cut < 2 ? ["the partition hit too few connections"] : []),
        ...(readers.stale() > 0 ? [`${readers.stale()} stale pages from the partitioned replica`] : []),
        ...(late.length > 0 ? [`${late.length} reads answered 200 two seconds after the partition`] : []),
      ],
    };
  },
};

const loseRedis: Trial = {
  name: "kill -9 of Redis, then silence, then back",
  isInvisible: true,
  inject: async ({ replicas: { redis, redisPath } }, began): Promise<Found> => {
    began();
    await redis.end("SIGKILL");
    await sleep(REDIS_DOWN_MS);
    redis.start();
    await sleep(REDIS_DOWN_MS);
    const cut = redisPath.hold();
    await sleep(REDIS_DOWN_MS);
    await redisPath.heal();
    await sleep(REDIS_DOWN_MS);
    return { remarks: [`${cut} connections silenced`], reasons: cut < 1 ? ["no replica was connected to Redis"] : [] };
  },
};

const MIGRATION = "20991231000000_failover_trial";

/**
 * Creates a version of the same build with one additional migration that only adds something, as an expand step does.
 */
const makeNextVersion = async ({ api }: Build, cleanup: Cleanup): Promise<Build> => {
  const next = join(await makeFolder(cleanup), "apps", "api");
  await mkdir(next, { recursive: true });
  for (const part of ["dist", "prisma", "package.json"]) {
    await cp(join(api, part), join(next, part), { recursive: true });
  }
  await symlink(join(api, "node_modules"), join(next, "node_modules"));
  const folder = join(next, "prisma", "migrations", MIGRATION);
  await mkdir(folder);
  await writeFile(join(folder, "migration.sql"), "ALTER TABLE pet ADD COLUMN failover_trial text;\n");
  return { api: next };
};

const rollingDeploy: Trial = {
  name: "rolling deployment with a migration",
  isInvisible: true,
  inject: async ({ replicas, build, cluster, cleanup }: Stage, began): Promise<Found> => {
    const next = await makeNextVersion(build, cleanup);
    began();
    for (const replica of replicas.all) {
      await replica.replace(next);
      await sleep(BETWEEN_MS);
    }
    const applied = await cluster.query("SELECT FROM _prisma_migrations WHERE migration_name = $1", [MIGRATION]);
    return applied.length === 1 ? nothing : { remarks: [], reasons: ["the migration was not applied"] };
  },
};

/** The deployment comes last, because afterwards the earlier version refuses to start on the database. */
export const serviceTrials: readonly Trial[] = [partitionReplica, loseRedis, rollingDeploy];
