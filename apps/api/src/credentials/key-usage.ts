import type { Logger } from "pino";
import type { Lane } from "../concurrency/lane.js";
import { systemFlow } from "../concurrency/lanes.js";
import type { PrismaClient } from "../generated/client.js";
import type { Principal } from "./principal.js";

export type KeyUsage = {
  record(keyId: bigint, at: Date): void;
  /** By key and day (UTC). Keys of sessions do not count. */
  countDeprecated(principal: Principal, operationId: string, at: Date): void;
  flush(): Promise<void>;
  close(): Promise<void>;
};

const FLUSH_INTERVAL_MS = 10_000;
const MINUTE_MS = 60_000;

const toMinute = (at: Date) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);

type Uses = Map<bigint, Date>;
type Count = { readonly keyId: bigint; readonly day: string; readonly operationId: string; readonly count: number };
type Counts = Map<string, Count>;

const addCounts = (counts: Counts, more: Iterable<Count>) => {
  for (const { keyId, day, operationId, count } of more) {
    const name = `${keyId} ${day} ${operationId}`;
    counts.set(name, { keyId, day, operationId, count: (counts.get(name)?.count ?? 0) + count });
  }
};

/** Never moves `last_used_at` back. Keys are locked in order, so that two replicas cannot deadlock. */
const writeUses = async (db: PrismaClient, uses: Uses) => {
  if (uses.size === 0) return;
  await db.$executeRaw`
    UPDATE api_key SET last_used_at = later.at
    FROM (SELECT id, at FROM unnest(${[...uses.keys()]}::bigint[], ${[...uses.values()].map(toMinute)}::timestamptz[]) AS used (id, at)
      JOIN api_key USING (id) WHERE last_used_at IS NULL OR last_used_at < at
      ORDER BY id FOR NO KEY UPDATE OF api_key) AS later
    WHERE api_key.id = later.id`;
};

const writeCounts = async (db: PrismaClient, counts: Counts) => {
  if (counts.size === 0) return;
  const all = [...counts.values()];
  await db.$executeRaw`
    INSERT INTO deprecated_use AS known (api_key_id, day, operation_id, count)
    SELECT used.* FROM unnest(${all.map(({ keyId }) => keyId)}::bigint[], ${all.map(({ day }) => day)}::date[],
      ${all.map(({ operationId }) => operationId)}::text[], ${all.map(({ count }) => BigInt(count))}::bigint[])
      AS used (api_key_id, day, operation_id, count)
    WHERE EXISTS (SELECT FROM api_key WHERE id = used.api_key_id) ORDER BY 1, 2, 3
    ON CONFLICT (api_key_id, day, operation_id) DO UPDATE SET count = known.count + excluded.count`;
};

const keyUsage = systemFlow("key usage");

export const createKeyUsage = (db: PrismaClient, lane: Lane, log: Logger): KeyUsage => {
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
      () => addCounts(counts, counted.values()),
    );
  };
  const flush = () => (writing = writing.then(writeBatch));
  const timer = setInterval(flush, FLUSH_INTERVAL_MS).unref();
  return {
    record: (keyId, at) => void uses.set(keyId, at),
    countDeprecated: ({ keyId }, operationId, at) => {
      if (keyId !== undefined)
        addCounts(counts, [{ keyId, day: at.toISOString().slice(0, 10), operationId, count: 1 }]);
    },
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
};
