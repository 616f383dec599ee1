import { setTimeout as sleep } from "node:timers/promises";
import { MAX_MERGED_AT_ONCE } from "@petstore/contract/routes";
import { createClient } from "@petstore/contract/client";
import { databaseOutages, diskFull, failover } from "./database-outages.js";
import type { Outage } from "./outage.js";

const BETWEEN_MS = 2_000;

const rollingUpdate: Outage = {
  name: "a rolling update",
  mayFail: "all",
  silentBecause: "it is planned",
  begin: async ({ replicas, build }) => {
    for (const replica of replicas) {
      await replica.replace(build);
      await sleep(BETWEEN_MS);
    }
    return async () => {};
  },
};

/** Each create fails with an error that the service does not know. */
const clientErrors: Outage = {
  name: "a defect answers creates with 500",
  alert: "PetStoreErrors",
  mayFail: "all",
  mayAnswer500: true,
  begin: async ({ databases: { primary } }) => {
    await primary.query(`CREATE FUNCTION outage() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'an outage' USING ERRCODE = 'XX000'; END $$`);
    await primary.query("CREATE TRIGGER outage BEFORE INSERT ON pet FOR EACH ROW EXECUTE FUNCTION outage()");
    return async () => void (await primary.query("DROP FUNCTION outage() CASCADE"));
  },
};

const redisGone: Outage = {
  name: "Redis is killed",
  alert: "PetStoreDependencyAway (redis)",
  mayFail: "none",
  begin: async ({ redis }) => {
    await redis.end("SIGKILL");
    return async () => redis.start();
  },
};

const standbyStopped: Outage = {
  name: "the standby is stopped",
  alert: "PetStoreDependencyAway (standby)",
  mayFail: "none",
  begin: async ({ databases: { standby } }) => {
    await standby.stop("SIGINT");
    return () => standby.start();
  },
};

const standbyBehind: Outage = {
  name: "the standby no longer replays",
  alert: "PetStoreDependencyAway (standby)",
  mayFail: "none",
  begin: async ({ databases: { standby } }) => {
    await standby.query("SELECT pg_wal_replay_pause()");
    return async () => void (await standby.query("SELECT pg_wal_replay_resume()"));
  },
};

const bucketGone: Outage = {
  name: "the photo bucket is gone",
  alert: "PetStoreDependencyAway (photo_bucket)",
  mayFail: "photos",
  begin: async ({ bucket }) => {
    await bucket.leave();
    return () => bucket.comeBack();
  },
};

const collectorGone: Outage = {
  name: "the OTLP collector is gone",
  alert: "PetStoreDependencyAway (otlp_collector)",
  mayFail: "none",
  begin: async ({ collector }) => {
    await collector.leave();
    return () => collector.comeBack();
  },
};

const clockMoved: Outage = {
  name: "the clock of the service is ten minutes ahead",
  alert: "PetStoreClockSkew",
  mayFail: "none",
  begin: async ({ replicas }) => {
    const move = () => replicas.forEach(({ service }) => process.kill(service().pid(), "SIGUSR2"));
    move();
    return async () => move();
  },
};

const targetsGone: Outage = {
  name: "Prometheus no longer knows the service",
  alert: "PetStoreAbsent",
  mayFail: "none",
  silentBecause: "only Prometheus is concerned",
  begin: async ({ prometheus, scrapeAll }) => {
    await prometheus.scrape([]);
    return () => scrapeAll();
  },
};

const killed: Outage = {
  name: "the service is killed and not started again",
  alert: "PetStoreDown",
  mayFail: "all",
  silentBecause: "no process is left",
  begin: async ({ replicas }) => {
    await Promise.all(replicas.map(({ service }) => service().kill()));
    return async () => {
      for (const { service } of replicas) service().start();
      await Promise.all(replicas.map(({ service }) => service().ready()));
    };
  },
};

const cutOff: Outage = {
  name: "one of two replicas cannot reach the database",
  alert: "PetStoreNotReady",
  mayFail: "all",
  begin: async ({ replicas }) => {
    const path = replicas[0]?.databasePath;
    path?.hold();
    return async () => path?.heal();
  },
};

const SOON = "UPDATE job_step SET free_at = clock_timestamp() WHERE kind = 'merge' AND waiting_since IS NULL";
const TRIES_MS = 60_000;

/** A merge of more pets than one transaction moves, which fails each time. The service pauses between its tries. */
const jobWaits: Outage = {
  name: "a merge fails three times and waits for a person",
  alert: "PetStoreJobWaits (merge)",
  mayFail: "none",
  begin: async ({ databases: { primary }, replicas, key }) => {
    const { categories } = createClient({ baseUrl: `${replicas[0]?.origin}/v1`, apiKey: key }).orThrow;
    const categoryOf = async (name: string) => (await categories.createCategory({ body: { name } })).id;
    const [categoryId, into] = [await categoryOf("Outage merged"), await categoryOf("Outage into")];
    await primary.query(
      "INSERT INTO pet (name, category_id, status) SELECT 'merged ' || n, $1, 'available' FROM generate_series(1, $2::integer) AS n",
      [categoryId, MAX_MERGED_AT_ONCE + 1],
    );
    await primary.query(`CREATE FUNCTION outage() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'an outage' USING ERRCODE = 'XX000'; END $$`);
    await primary.query(
      `CREATE TRIGGER outage BEFORE UPDATE ON pet FOR EACH ROW WHEN (OLD.category_id = ${categoryId}) EXECUTE FUNCTION outage()`,
    );
    await categories.mergeCategory({ params: { categoryId }, body: { into } });
    const giveUpAt = performance.now() + TRIES_MS;
    const isWaiting = async () =>
      (await primary.query("SELECT FROM job_step WHERE kind = 'merge' AND waiting_since IS NOT NULL")).length > 0;
    while (!(await isWaiting())) {
      if (performance.now() > giveUpAt) throw new Error("The merge did not stop after three tries.");
      // The pauses of 20 and 40 seconds are left out.
      await primary.query(SOON);
      await sleep(250);
    }
    return async () => {
      await primary.query("DROP FUNCTION outage() CASCADE");
      // This is what `petstore jobs resume` does; the job is the only thing here that waits for a person by design.
      await primary.query("DELETE FROM job_step WHERE kind = 'merge'");
    };
  },
};

/**
 * The rolling update comes first, because it may start from an earlier release, and the failover last, because there is
 * no standby afterwards. Outages that raise PetStoreErrors are apart, because its window is two minutes.
 */
export const outages: readonly Outage[] = [
  rollingUpdate,
  clientErrors,
  redisGone,
  standbyStopped,
  standbyBehind,
  bucketGone,
  collectorGone,
  clockMoved,
  targetsGone,
  jobWaits,
  cutOff,
  diskFull,
  killed,
  ...databaseOutages,
  failover,
];
