import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { type Lanes, systemFlow } from "../../concurrency/lanes.js";
import { type PeriodicTask, startPeriodicTask } from "../../concurrency/periodic-task.js";
import { lockAdvisory } from "../../database/advisory-lock.js";
import type { Database } from "../../database/open-database.js";
import type { Db, Tx } from "../../database/prisma-client.js";
import { type Query, queryOf, type StoredId } from "../../database/query.js";
import { transact } from "../../database/transact.js";
import { writeDocuments } from "./write-documents.js";

/** The words of a changed pet are written after half of this time on average, or before the next search. */
const INTERVAL_MS = 1_000;

/** A step of 100 pets would update nearly as many counts of words. */
const STEP_PETS = 500;
/** The most changes that a step takes. A pet may have changed several times. */
const STEP_CHANGES = 5_000;

/** How long the task pauses after a step, in lengths of the step. Others who write come first. */
const [PAUSES, PAUSES_WHILE_WRITTEN] = [0.25, 4];

/** How long a search waits for the words of changes that were committed before it. */
const MAX_WAIT_MS = 1_000;
const RETRY_MS = 10;

/** Failures in a row that are no longer those of a short outage: ten seconds. */
const REPORTED_FAILURES = 10;

const LOCK = 7_031_945_268_430_159n;

const lockSql = `SELECT pg_try_advisory_xact_lock(${LOCK}) AS "isOurs"`;

const workSql = `SELECT EXISTS (SELECT FROM search_change) OR EXISTS (SELECT FROM search_rebuild) AS "hasWork"`;

/** Takes the changes of at most so many pets; the others keep theirs. */
const takeSql = `
  WITH next AS MATERIALIZED (SELECT ctid, pet_id FROM search_change LIMIT ${STEP_CHANGES}),
  chosen AS MATERIALIZED (SELECT DISTINCT pet_id FROM next LIMIT ${STEP_PETS})
  DELETE FROM search_change
  WHERE ctid = ANY (ARRAY(SELECT ctid FROM next WHERE pet_id IN (SELECT pet_id FROM chosen)))
  RETURNING pet_id AS "petId"`;

/** Returns the next pets of the oldest rebuild, and notes how far it has come, or that it is done. */
const takeFromRebuild = async (tx: Tx, most: number): Promise<number[] | undefined> => {
  const rebuild = await tx.searchRebuild.findFirst({ orderBy: { id: "asc" } });
  if (rebuild === null) return undefined;
  const { id, categoryId, reachedPetId } = rebuild;
  const pets = await tx.pet.findMany({
    select: { id: true },
    where: { id: { gt: reachedPetId }, ...(categoryId !== null && { categoryId }) },
    orderBy: { id: "asc" },
    take: most,
  });
  const last = pets.at(-1);
  if (last === undefined || pets.length < most) await tx.searchRebuild.delete({ where: { id } });
  else await tx.searchRebuild.update({ where: { id }, data: { reachedPetId: last.id } });
  return pets.map((pet) => pet.id);
};

/** Waits until no other process writes words, and keeps others from it until the transaction ends. */
export const lockSearchWriter = (query: Query): Promise<void> => lockAdvisory(query, LOCK);

/** "taken" means that another process writes at the moment. */
export type SearchStep = "taken" | "done" | "more";

/**
 * Writes the words of some changed pets, or of the next pets of a rebuild, in one transaction. Only one process writes
 * at a time.
 */
export const searchStep = (db: Db): Promise<SearchStep> =>
  transact(db, async (tx) => {
    const query = queryOf(tx);
    const [lock] = await query<{ isOurs: boolean }>(lockSql, [], "lock_search_writer");
    if (lock?.isOurs !== true) return "taken";
    const changes = await query<{ petId: StoredId }>(takeSql, [], "take_search_changes");
    const changed = [...new Set(changes.map(({ petId }) => Number(petId)))];
    const rebuilt = changed.length < STEP_PETS ? await takeFromRebuild(tx, STEP_PETS - changed.length) : [];
    await writeDocuments(tx, [...new Set([...changed, ...(rebuilt ?? [])])]);
    return rebuilt === undefined ? "done" : "more";
  });

export type SearchKeeper = PeriodicTask & {
  /** Waits until the words of all changes that were committed before are written, but not longer than a search may. */
  settle(): Promise<void>;
};

const keep = systemFlow("search");

/** Writes the words by which pets are found, after each change. docs/decisions/0159-the-search.md */
export const createSearchKeeper = (
  { db, pool }: Pick<Database, "db" | "pool">,
  lanes: Pick<Lanes, "control" | "writes" | "bulkWrites">,
  log: Logger,
): SearchKeeper => {
  const lane = lanes.control;
  const step = () => lane.run(keep, () => searchStep(db));
  const isWritten = () =>
    [lanes.writes, lanes.bulkWrites].some((one) => {
      const { running, waiting } = one.stats();
      return running + waiting > 0;
    });
  const hasWork = async () => {
    const { rows } = await lane.run(keep, () => pool.query<{ hasWork: boolean }>(workSql));
    return rows[0]?.hasWork === true;
  };
  let failures = 0;
  const note = (error: unknown) => {
    failures += 1;
    const level = failures === REPORTED_FAILURES ? "error" : "debug";
    log[level](
      { err: error },
      "A search misses the latest changes: their words could not be written. It is tried again.",
    );
  };
  const task = startPeriodicTask("search", INTERVAL_MS, async (signal) => {
    try {
      for (let state: SearchStep = (await hasWork()) ? "more" : "done"; state === "more" && !signal.aborted; ) {
        const startedAt = performance.now();
        state = await step();
        failures = 0;
        const pauses = isWritten() ? PAUSES_WHILE_WRITTEN : PAUSES;
        if (state === "more")
          await sleep(pauses * (performance.now() - startedAt), undefined, { signal }).catch(() => {});
      }
    } catch (error) {
      note(error);
    }
  });
  const settleOnce = async () => {
    const endsAt = performance.now() + MAX_WAIT_MS;
    try {
      while ((await step()) === "taken" && performance.now() < endsAt) await sleep(RETRY_MS);
    } catch (error) {
      note(error);
    }
  };
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  // Searches that arrive during a step share the step after it, which sees all that was committed before them.
  const settleNext = () =>
    running.then(() => {
      running = next ?? running;
      next = undefined;
      return settleOnce();
    });
  return {
    ...task,
    settle: async () => {
      next ??= settleNext();
      const ended = new AbortController();
      const { signal } = ended;
      await Promise.race([next, sleep(MAX_WAIT_MS, undefined, { ref: false, signal }).catch(() => {})]);
      ended.abort();
    },
  };
};
