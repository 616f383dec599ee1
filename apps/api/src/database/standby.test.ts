import { Client } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFull } from "../../test/support/proof-size.js";
import { createStandbyPair, type StandbyPair } from "../../test/support/standby-server.js";
import { createTestDatabase } from "../../test/support/test-database.js";
import { type Database, openDatabase } from "./open-database.js";
import { OperatorError } from "../config/operator-error.js";
import { waitForReplay } from "./standby-position.js";
import type { ReadPool } from "./read-pool.js";
import { useStandby } from "./use-standby.js";
import { readWalPosition } from "./wal-position.js";

const log = pino({ level: "silent" });

let pair: StandbyPair;
let plain: Database;
let opened: Database[] = [];
const pairs: StandbyPair[] = [];
const createPair = async () => {
  const created = await createStandbyPair();
  pairs.push(created);
  return created;
};

const open = async (replicaMaxLagMs = 50, databaseReplicaUrl = pair.standby.url): Promise<Database> => {
  const primary = await openDatabase({ databaseUrl: pair.primary.url, dataDir: "/none", log });
  opened.push(primary);
  const database = await useStandby(primary, { databaseReplicaUrl, replicaMaxLagMs }, log);
  opened = [...opened.filter((one) => one !== primary), database];
  return database;
};
const ask = `SELECT pg_is_in_recovery() AS "isStandby", (SELECT coalesce(max(note), 0) FROM probe) AS note`;
const read = async (database: Database) => {
  const { rows } = await database.reads.pool.query<{ isStandby: boolean; note: number }>(ask);
  return rows[0];
};
/** Tells what the metrics say about the standby. */
const isStandbyUsed = ({ reads }: Database) => (reads.pool as ReadPool).isStandbyUsed;
const readsStandby = (database: Database) =>
  expect.poll(async () => (await read(database))?.isStandby, { interval: 20 }).toBe(true);
let note = 0;
const write = async () => {
  note += 1;
  await plain.pool.query("INSERT INTO probe VALUES ($1)", [note]);
};
/** @returns whether the standby answered. */
const writeAndRead = async (database: Database) => {
  await write();
  const answer = await read(database);
  expect(answer?.note).toBe(note);
  return answer?.isStandby ?? false;
};
const setOnStandby = async (setting: string) => {
  await pair.standby.query(`ALTER SYSTEM SET ${setting}`);
  await pair.standby.query("SELECT pg_reload_conf(), pg_sleep(0.1)");
};

beforeAll(async () => {
  pair = await createPair();
  plain = await openDatabase({ databaseUrl: pair.primary.url, dataDir: "/none", log });
  await plain.pool.query("CREATE TABLE probe (note int)");
});
afterAll(async () => {
  await Promise.all([...opened, plain].map((database) => database.close()));
  await Promise.all(pairs.map((each) => each.remove()));
});

describe("a read with DATABASE_REPLICA_URL", () => {
  it("uses the standby, also through Prisma, and sees every earlier write", async () => {
    const database = await open(1_000);
    await readsStandby(database);
    const answers: boolean[] = [];
    for (let round = 0; round < 50; round += 1) answers.push(await writeAndRead(database));
    // If this machine was slow for a while, some reads may have gone to the primary.
    expect(answers).toContain(true);
    await readsStandby(database);
    const throughPrisma = () => database.reads.db.$queryRaw`SELECT pg_is_in_recovery() AS "isStandby"`;
    await expect.poll(throughPrisma).toEqual([{ isStandby: true }]);
  });

  it("uses the primary until the standby has replayed the client's write", async () => {
    const database = await open();
    await readsStandby(database);
    await pair.standby.query("SELECT pg_wal_replay_pause()");
    await write();
    expect(await read(database)).toEqual({ isStandby: false, note });
    await pair.standby.query("SELECT pg_wal_replay_resume()");
    await readsStandby(database);
  });

  it("waits for the standby only if the standby is behind by less than REPLICA_MAX_LAG_MS", async () => {
    await setOnStandby("recovery_min_apply_delay = '100ms'");
    const [patient, impatient] = [await open(1_000), await open(0)];
    // This polls, because the machine may stall for longer than either limit.
    await expect.poll(() => readsStandby(patient).then(() => writeAndRead(patient))).toBe(true);
    await expect.poll(() => readsStandby(impatient).then(() => writeAndRead(impatient))).toBe(false);
    await setOnStandby("recovery_min_apply_delay = 0");
  });

  it("uses the standby even if an idle primary has just begun a page of its log", async () => {
    const database = await open(1_000);
    await readsStandby(database);
    const isAtHeader = async () => {
      const atHeader = "SELECT WHERE (pg_current_wal_insert_lsn() - '0/0')::bigint % 8192 = 40";
      return (await plain.pool.query(atHeader)).rows.length === 1;
    };
    const readAtHeader = async () => {
      await pair.primary.query("SELECT pg_switch_wal()");
      const found = (await isAtHeader()) && (await read(database));
      // PostgreSQL itself may write a record at any moment.
      return (await isAtHeader()) && found;
    };
    await expect.poll(readAtHeader).toEqual({ isStandby: true, note });
  });

  it("is answered by the primary if replay cancels the read on the standby", async () => {
    await setOnStandby("max_standby_streaming_delay = 0");
    await plain.pool.query("CREATE TABLE conflict (name text)");
    const database = await open(1_000);
    await readsStandby(database);
    const slow = "SELECT pg_is_in_recovery() AS standby, pg_sleep(1), (SELECT count(*) FROM conflict) AS conflicts";
    const reading = database.reads.pool.query<{ standby: boolean }>(slow);
    const running = `SELECT FROM pg_stat_activity WHERE query LIKE '%conflicts' AND wait_event = 'PgSleep'`;
    await expect.poll(() => pair.standby.query(running), { interval: 20 }).toHaveLength(1);
    await plain.pool.query("TRUNCATE conflict");
    expect((await reading).rows).toMatchObject([{ standby: false }]);
    await readsStandby(database);
  });

  it("does not run again on the primary after the statement timeout on the standby", async () => {
    const database = await open(50, `${pair.standby.url}&statement_timeout=1500`);
    await readsStandby(database);
    await expect(database.reads.pool.query("SELECT pg_sleep(20)")).rejects.toMatchObject({ code: "57014" });
    const { rows } = await plain.pool.query("SELECT FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(20)'");
    expect(rows).toEqual([]);
  });
});

describe("a standby", () => {
  it("is not read while it is on another timeline than the primary, however much it has replayed", async () => {
    const client = await (await open()).pool.connect();
    const standby = new Client(pair.standby.connection);
    await standby.connect();
    const { timeline } = await readWalPosition(client);
    expect(await waitForReplay(standby, { end: 0n, timeline }, 0)).toBeUndefined();
    const later = { end: 0n, timeline: timeline + 1 };
    expect(await waitForReplay(standby, later, 0)).toBe("it has not followed the primary to its timeline yet");
    expect(await waitForReplay(client, { end: 0n, timeline }, 0)).toBe("it is not a standby");
    client.release();
    await standby.end();
  });

  it("does not delay reads when it goes silent, and is used again when it continues", async () => {
    const database = await open();
    await readsStandby(database);
    pair.standby.signal("SIGSTOP");
    const reading = Promise.all(Array.from({ length: 6 }, () => read(database)));
    expect(await reading.finally(() => pair.standby.signal("SIGCONT"))).toEqual(
      Array.from({ length: 6 }, () => ({ isStandby: false, note })),
    );
    await readsStandby(database);
  });

  it("makes neither reads nor a start fail when it is killed", async () => {
    const database = await open();
    await readsStandby(database);
    const reads = Promise.all(Array.from({ length: 6 }, () => read(database)));
    await pair.standby.kill();
    await reads;
    await write();
    const later = await open();
    expect(await read(database)).toEqual({ isStandby: false, note });
    expect(await read(later)).toEqual({ isStandby: false, note });
    expect([isStandbyUsed(database), isStandbyUsed(later)]).toEqual([false, false]);
    await pair.standby.start();
    await readsStandby(database);
    await readsStandby(later);
    await expect.poll(() => [isStandbyUsed(database), isStandbyUsed(later)]).toEqual([true, true]);
  });
});

describe("DATABASE_REPLICA_URL", () => {
  const refusal = async (url: string) => {
    const error: unknown = await open(50, url).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(OperatorError);
    return (error as OperatorError).message;
  };
  const remedy = "name a physical standby of the primary, with the same database, or unset the variable.";

  it("must not name another cluster", async () => {
    const other = await createTestDatabase();
    const expected = `The database of DATABASE_REPLICA_URL is not a standby of DATABASE_URL: it belongs to another PostgreSQL cluster: ${remedy}`;
    expect(await refusal(other.url).finally(() => other.drop())).toBe(expected);
  });

  it("must not name another database or schema of the same cluster", async () => {
    expect(await refusal(pair.standby.url.replace("/petstore?", "/postgres?"))).toContain("another database");
    const options = encodeURIComponent("-c search_path=pg_catalog");
    expect(await refusal(`${pair.standby.url}&options=${options}`)).toContain('opens the schema "pg_catalog"');
  });

  it("may name the primary, as after a failover, and reads go there as before", async () => {
    const database = await open(50, pair.primary.url);
    expect(await read(database)).toEqual({ isStandby: false, note });
  });

  it("may name a promoted standby, but no read sees what is written there", async () => {
    const database = await open();
    await readsStandby(database);
    await pair.standby.query("SELECT pg_promote()");
    const promoted = await openDatabase({ databaseUrl: pair.standby.url, dataDir: "/none", log });
    opened.push(promoted);
    await promoted.pool.query("INSERT INTO probe VALUES (1000000)");
    for (let round = 0; round < 20; round += 1) expect(await read(database)).toEqual({ isStandby: false, note });
  });
});

it.runIf(isFull)(
  "uses the old primary as the standby after a clean failover, once it is on the new timeline",
  async () => {
    const { primary: old, standby: successor } = await createPair();
    // A standby that is not connected yet would miss the end of the log, so this waits for it.
    const streaming = () => old.query("SELECT FROM pg_stat_replication WHERE state = 'streaming'");
    await expect.poll(streaming).toHaveLength(1);
    await old.stop();
    await successor.query("SELECT pg_promote()");
    await old.follow(successor);
    await old.start();
    const primary = await openDatabase({ databaseUrl: successor.url, dataDir: "/none", log });
    await primary.pool.query("CREATE TABLE probe (note int)");
    const database = await useStandby(primary, { databaseReplicaUrl: old.url, replicaMaxLagMs: 50 }, log);
    // Forces the next restartpoint. Without this it would come within `checkpoint_timeout`.
    const restart = () => successor.query("CHECKPOINT").then(() => old.query("CHECKPOINT"));
    await expect.poll(() => restart().then(() => read(database))).toEqual({ isStandby: true, note: 0 });
    await database.close();
  },
);
