import type { Logger } from "pino";
import type { PrismaClient } from "../generated/client.js";
import { groupBy } from "../group-by.js";

/** Notes when keys are used, and writes that down in batches: a request must not wait for it. */
export type KeyUses = {
  record(keyId: bigint, at: Date): void;
  /** Writes what is noted; what cannot be written is kept for the next time. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const FLUSH_INTERVAL_MS = 10_000;
const MINUTE_MS = 60_000;

const toMinute = (at: Date) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);

/** `last_used_at` is exact to a minute and never goes back, whichever replica writes last. */
const write = async (db: PrismaClient, uses: ReadonlyMap<bigint, Date>) => {
  for (const [minute, entries] of groupBy(uses, ([, at]) => at.getTime())) {
    const lastUsedAt = new Date(minute);
    const older = { OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: lastUsedAt } }] };
    await db.apiKey.updateMany({ where: { id: { in: entries.map(([id]) => id) }, ...older }, data: { lastUsedAt } });
  }
};

export const createKeyUses = (db: PrismaClient, log: Logger): KeyUses => {
  let uses = new Map<bigint, Date>();
  let writing: Promise<void> = Promise.resolve();
  const writeBatch = async () => {
    const batch = uses;
    uses = new Map();
    try {
      await write(db, batch);
    } catch (error) {
      uses = new Map([...batch, ...uses]);
      log.warn({ err: error }, "The last uses of API keys could not be written; they are kept for the next time.");
    }
  };
  const flush = () => (writing = writing.then(writeBatch));
  const timer = setInterval(flush, FLUSH_INTERVAL_MS).unref();
  return {
    record: (keyId, at) => void uses.set(keyId, toMinute(at)),
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
};
