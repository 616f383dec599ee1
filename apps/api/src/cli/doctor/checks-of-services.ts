import { explainDatabaseError } from "../../database/explain-database-error.js";
import { CANNOT_CONNECT, withCode } from "../../database/errors.js";
import { openReadsPool, parseAddress } from "../../database/open-database.js";
import { waitForReplay } from "../../database/standby-position.js";
import { readStoreIdentity } from "../../database/store-identity.js";
import { verifyStandby } from "../../database/use-standby.js";
import { readWalPosition } from "../../database/wal-position.js";
import { photoBucketOf, probe, PROBE_DEADLINE_MS } from "../../pets/photos/object-store.js";
import { createLog } from "../../startup/log.js";
import { type Check, findingOf, off, ok, warning, wrong } from "./finding.js";

const redis: Check = {
  name: "redis",
  needs: ["REDIS_URL"],
  run: async ({ config: { redisUrl } }) => {
    if (redisUrl === undefined) return off("REDIS_URL is not set, so each replica counts requests on its own.");
    const { pingRedis } = await import("../../concurrency/rate-limit/redis-counter.js");
    const problem = await pingRedis(redisUrl);
    const { host } = new URL(redisUrl);
    return problem === undefined
      ? ok(`${host} answers.`)
      : wrong(
          `Redis at ${host} cannot be used (${problem}), so each replica counts requests on its own: start it, or correct REDIS_URL.`,
        );
  },
};

const CONNECT_TIMEOUT_MS = 2_000;
/** How long a standby may take to replay what the primary has written. A longer lag makes it useless for reads. */
const MOST_LAG_MS = 2_000;

const standby: Check = {
  name: "standby",
  needs: ["DATABASE_REPLICA_URL", "DATABASE_URL"],
  run: async ({ store, config: { databaseReplicaUrl } }) => {
    if (databaseReplicaUrl === undefined)
      return off("DATABASE_REPLICA_URL is not set, so all reads go to the primary.");
    const connection = parseAddress("DATABASE_REPLICA_URL", databaseReplicaUrl);
    const primary = (await store.use()).pool;
    const pool = openReadsPool(connection, await createLog("silent"), {
      max: 1,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      isStandby: true,
    });
    try {
      const client = await pool.connect();
      try {
        await verifyStandby(client, await readStoreIdentity(primary));
        const startedAt = performance.now();
        const obstacle = await waitForReplay(client, await readWalPosition(primary), MOST_LAG_MS);
        if (obstacle === "it is behind") {
          return warning(
            "The standby is more than two seconds behind, so reads go to the primary: see its log, and pg_stat_replication of the primary.",
          );
        }
        if (obstacle !== undefined) {
          return wrong(
            `The server of DATABASE_REPLICA_URL is not used, because ${obstacle}: name a standby of the primary, or unset the variable.`,
          );
        }
        return ok(`it has replayed all changes after ${Math.ceil(performance.now() - startedAt)} ms.`);
      } finally {
        client.release(true);
      }
    } catch (error) {
      const explained = explainDatabaseError(withCode(error, CANNOT_CONNECT), { connection, isPrivate: false });
      const { result, text } = findingOf(explained);
      return { result, text: text.replaceAll(/\bDATABASE_URL,/g, "DATABASE_REPLICA_URL,") };
    } finally {
      await pool.end();
    }
  },
};

const bucket: Check = {
  name: "photo bucket",
  needs: ["PHOTO_STORE", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"],
  run: async ({ config }) => {
    const objects = photoBucketOf(config, PROBE_DEADLINE_MS);
    if (objects === undefined || config.photoBucket === undefined) return off("photos are stored in PostgreSQL.");
    await probe(objects);
    const { bucket: name, prefix, endpoint } = config.photoBucket;
    const done = objects.isReadOnly ? "can be read" : "can be written, read and deleted in";
    return ok(`s3://${name}/${prefix} at ${endpoint} ${done}.`);
  },
};

export const checksOfServices: readonly Check[] = [redis, standby, bucket];
