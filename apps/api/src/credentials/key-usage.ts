import type { Logger } from "pino";
import type { Lane } from "../concurrency/lane.js";
import { systemFlow } from "../concurrency/lanes.js";
import type { Principal } from "../operation/principal.js";
import type { Db } from "../database/prisma-client.js";

export type KeyUsage = {
  record(keyId: bigint, at: Date): void;
  /** Counts by key and day (UTC). Keys of sessions are not counted. */
  countDeprecated(principal: Principal, operationId: string, at: Date): void;
  flush(): Promise<void>;
  close(): Promise<void>;
};

const FLUSH_INTERVAL_MS = 10_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const toMinute = (at: Date) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);

const toDate = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

type Uses = Map<bigint, Date>;
/** Days since 1970. */
type Use = { readonly keyId: bigint; readonly day: number; readonly operationId: string };
type Counts = Map<string, Use & { count: number }>;

/** Creates no object and no text of a date, because deprecated requests may be as frequent as others. */
const addCount = (counts: Counts, use: Use, count: number) => {
  const name = `${use.keyId} ${use.day} ${use.operationId}`;
  const known = counts.get(name);
  if (known === undefined) counts.set(name, { ...use, count });
  else known.count += count;
};

/**
 * The time in `last_used_at` never moves back. Keys are locked in the order of their ids, so that two replicas cannot
 * deadlock.
 */
const writeUses = async (db: Db, uses: Uses) => {
  if (uses.size === 0) return;
  await db.$executeRaw`
    UPDATE api_key SET last_used_at = later.at
    FROM (SELECT id, at FROM unnest(${[...uses.keys()]}::bigint[], ${[...uses.values()].map(toMinute)}::timestamptz[]) AS used (id, at)
      JOIN api_key USING (id) WHERE last_used_at IS NULL OR last_used_at < at
      ORDER BY id FOR NO KEY UPDATE OF api_key) AS later
    WHERE api_key.id = later.id`;
};

const writeCounts = async (db: Db, counts: Counts) => {
  if (counts.size === 0) return;
  const all = [...counts.values()];
  await db.$executeRaw`
    INSERT INTO deprecated_use AS known (api_key_id, day, operation_id, count)
    SELECT used.* FROM unnest(${all.map(({ keyId }) => keyId)}::bigint[], ${all.map(({ day }) => toDate(day))}::date[],
      ${all.map(({ operationId }) => operationId)}::text[], ${all.map(({ count }) => BigInt(count))}::bigint[])
      AS used (api_key_id, day, operation_id, count)
    WHERE EXISTS (SELECT FROM api_key WHERE id = used.api_key_id) ORDER BY 1, 2, 3
    ON CONFLICT (api_key_id, day, operation_id) DO UPDATE SET count = known.count + excluded.count`;
};

const keyUsage = systemFlow("key usage");

export const createKeyUsage = (db: Db, lane: Lane, log: Logger): KeyUsage => {
  let uses: Uses = new Map();
  let counts: Counts = new Map();
  let writing: Promise<void> = Promise.resolve();
  const restoreOnFailure = async (work: Promise<void>, restore: () => void) => {
    try {
      await work;
    } catch (error) {
      restore();
      log.warn({ err: error }, "The last uses of API keys could not be written; the next flush tries again.");
    }
  };
  const writeBatch = async () => {
    const [used, counted] = [uses, counts];
    uses = new Map();
    counts = new Map();
    await restoreOnFailure(
      lane.run(keyUsage, () => writeUses(db, used)),
      () => (uses = new Map([...used, ...uses])),
    );
    await restoreOnFailure(
      lane.run(keyUsage, () => writeCounts(db, counted)),
      () => counted.forEach((use) => addCount(counts, use, use.count)),
    );
  };
  const flush = () => (writing = writing.then(writeBatch));
  const timer = setInterval(flush, FLUSH_INTERVAL_MS).unref();
  return {
    record: (keyId, at) => void uses.set(keyId, at),
    countDeprecated: ({ keyId }, operationId, at) => {
      if (keyId === undefined) return;
      addCount(counts, { keyId, day: Math.floor(at.getTime() / DAY_MS), operationId }, 1);
    },
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
};
