import { setTimeout as delay } from "node:timers/promises";
import type { Actor } from "@petstore/contract/routes";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { type Lanes, systemFlow } from "../concurrency/lanes.js";
import { startPeriodicTask } from "../concurrency/periodic-task.js";
import { type Query, queryOfPool } from "../database/query.js";
import { transactQueries } from "../database/transact.js";
import { type EventFeed, type Place, readPlace, writePlace } from "../events/event-feed.js";
import { insertEvents } from "../operation/audit-trail.js";
import type { JobSteps } from "../operation/job-steps.js";
import { ATTEMPT_MS, type Attempt, attempt, type SenderDeps } from "./attempt.js";
import { KIND } from "./endpoint-table.js";
import { createLease } from "./lease.js";
import { type Line, type Loaded, type Message, nextStep, type Step } from "./next-message.js";
import { moveCursor, noteAttempt, noteResync, trimDeliveries } from "./note-attempt.js";
import { type Outcome, outcomeOf } from "./outcome.js";
import { receiverColumns } from "./receiver-table.js";

type WebhookStats = {
  /** Counted by state, `off` for those that a client disabled. Empty in a process that does not send. */
  readonly endpoints: Readonly<Record<string, number>>;
  readonly deliveries: Readonly<Record<"delivered" | "failed", number>>;
  /** The events that the endpoint furthest behind still has to get. */
  readonly behind: number;
};

export type Webhooks = {
  /** Looks at once for what is to be sent. */
  run(): Promise<void>;
  stats(): WebhookStats;
  /** Ends what is in flight, waits for it, and lets another process take over. */
  close(): Promise<void>;
};

/** Tests do not wait. */
export type WebhookPace = Readonly<Record<"tickMs" | "gapMs" | "graceMs" | "attemptMs", number>>;

/** The lease is renewed, and endpoints are read again, so often; 20 requests a second; what is in flight may end. */
const usualPace: WebhookPace = { tickMs: 2_000, gapMs: 50, graceMs: 5_000, attemptMs: ATTEMPT_MS };

const LOOK_PAUSE_MS = 30;
const TRIM_EVERY = 100;

type Deps = SenderDeps & {
  readonly database: { readonly pool: Pool };
  readonly lanes: Pick<Lanes, "control">;
  readonly eventFeed: Pick<EventFeed, "open" | "read" | "changed" | "isStopped">;
  readonly jobSteps: Pick<JobSteps, "attempt" | "countWaiting" | "noteWaiting">;
  readonly log: Logger;
};

/** A line, and the work on it. */
type Served = Line & {
  work: Promise<void> | undefined;
  isWanted: boolean;
  /** Whether the row differs from what PostgreSQL has. */
  isStale: boolean;
  holdUntil: Date | undefined;
  sentAt: number;
};

const flow = systemFlow("webhooks");
const actor: Actor = { kind: "system", id: null, name: "webhooks" };

const loadSql = `SELECT ${receiverColumns}, state, state_reason AS "stateReason", failures, failing_since AS "failingSince",
    last_success_at AS "lastSuccessAt", next_probe_at AS "nextProbeAt", cursor, revision, types,
    waiting.count::integer AS waiting, waiting.due AS "dueAt"
  FROM webhook_endpoint, LATERAL (SELECT count(*) AS count, min(next_attempt_at) AS due FROM webhook_delivery
    WHERE endpoint_id = webhook_endpoint.id AND next_attempt_at IS NOT NULL) AS waiting
  ORDER BY webhook_endpoint.id`;

type LoadedRow = Omit<Loaded, "id"> & { readonly id: string };

/** Sends events to endpoints, in one of all processes. */
export const createWebhooks = (deps: Deps, pace: WebhookPace = usualPace): Webhooks => {
  const { lanes, log, eventFeed, clock, database, jobSteps } = deps;
  const { tickMs, gapMs, graceMs, attemptMs } = pace;
  const inTurn =
    (query: Query): Query =>
    (sql, values, name) =>
      lanes.control.run(flow, () => query(sql, values, name));
  const query = inTurn(queryOfPool(database.pool));
  const lease = createLease(query);
  const stopping = new AbortController();
  const cutting = new AbortController();
  const lines = new Map<number, Served>();
  const deliveries = { delivered: 0, failed: 0 };
  let endpoints: Readonly<Record<string, number>> = {};
  let end: Place | undefined;
  let noted = 0;
  let watching: Promise<void> | undefined;

  const mayGoOn = (line: Served) =>
    lease.isHeld() && !stopping.signal.aborted && !line.isStale && lines.get(line.row.id) === line;

  const write = async (line: Served, { job }: Message, done: Attempt, { health, progress }: Outcome) => {
    const { id: endpointId, revision, state, url } = line.row;
    const one = { endpointId, revision, job, done, health, progress };
    const isResumed = state === "paused" && health.state === "active";
    if (health.state !== "disabled") return noteAttempt(query, lease, one, isResumed);
    const entry = {
      action: `${KIND}.disable`,
      subject: { kind: KIND, id: endpointId },
      before: { id: endpointId, url, state },
      after: { id: endpointId, url, state: health.state, stateReason: health.stateReason },
    } as const;
    return lanes.control.run(flow, () =>
      transactQueries(
        database.pool,
        async (inTransaction) => {
          const isWritten = await noteAttempt(inTransaction, lease, one, isResumed);
          if (isWritten) await insertEvents(inTransaction, actor, [entry]);
          return isWritten;
        },
        () => false,
      ),
    );
  };

  const advance = (line: Served, { job }: Message, { health, progress, holdUntil }: Outcome) => {
    const { row } = line;
    const isResumed = row.state === "paused" && health.state === "active";
    const dueAt = isResumed && row.waiting > 0 ? clock() : row.dueAt;
    const next = progress.nextAttemptAt;
    const gone = Number(job.deliveryId !== undefined);
    line.row = {
      ...row,
      ...health,
      cursor: job.cursor ?? row.cursor,
      waiting: row.waiting - gone + Number(next !== null),
      dueAt: next !== null && (dueAt === null || next < dueAt) ? next : dueAt,
    };
    if (job.cursor !== undefined) line.buffer = line.buffer.slice(1);
    line.holdUntil = holdUntil;
  };

  const send = async (line: Served, message: Message) => {
    const { revision } = line.row;
    const wait = line.sentAt + gapMs - performance.now();
    if (wait > 0) await delay(wait, undefined, { signal: stopping.signal }).catch(() => {});
    if (!mayGoOn(line) || line.row.revision !== revision) return;
    line.sentAt = performance.now();
    const { messageId: id, attempts } = message.job;
    const job = { kind: "webhook", id: String(line.row.id) } as const;
    // What was cut has no outcome: it is sent again.
    const done = await jobSteps.attempt(job, async () => {
      if (stopping.signal.aborted) return undefined;
      const one = await attempt(deps, line.row, { id, body: message.body }, cutting.signal, attemptMs);
      return cutting.signal.aborted ? undefined : one;
    });
    // Nor has what a client changed meanwhile. An endpoint that waits for a person is looked at again with the next tick.
    if (done === undefined) line.isStale = true;
    if (done === undefined || line.row.revision !== revision) return;
    const outcome = outcomeOf(line.row, attempts, done);
    deliveries[done.problem === null ? "delivered" : "failed"] += 1;
    line.isStale = !(await write(line, message, done, outcome));
    if (line.isStale) return;
    advance(line, message, outcome);
    noted += 1;
    if (noted % TRIM_EVERY === 0) await trimDeliveries(query, line.row.id);
  };

  const doStep = async (line: Served, step: Exclude<Step, { what: "nothing" }>) => {
    const { id: endpointId, revision } = line.row;
    if (step.what === "send") return send(line, step.message);
    if (step.what === "expire") {
      await query(
        "UPDATE webhook_delivery SET state = 'failed', problem = 'expired', next_attempt_at = NULL WHERE id = $1::bigint",
        [step.deliveryId],
      );
      return;
    }
    if (step.what === "pass") {
      line.isStale = !(await moveCursor(query, lease, { endpointId, revision, cursor: step.cursor }));
      line.row = { ...line.row, cursor: step.cursor };
      return;
    }
    const cursor = writePlace(await eventFeed.open("now"));
    log.warn(
      { endpointId, cursor },
      "A webhook endpoint missed events that are no longer kept; it is told to read again.",
    );
    line.isStale = !(await noteResync(query, lease, { endpointId, revision, cursor, now: clock() }));
    line.row = { ...line.row, cursor, dueAt: clock(), waiting: line.row.waiting + 1 };
  };

  const serve = async (line: Served) => {
    while (mayGoOn(line)) {
      if (line.holdUntil !== undefined && line.holdUntil > clock()) return;
      const { revision } = line.row;
      const step = await nextStep({ query, eventFeed, clock }, line);
      if (step.what === "nothing") return;
      if (line.row.revision === revision) await doStep(line, step);
    }
  };

  const start = (line: Served) => {
    line.isWanted = true;
    line.work ??= (async () => {
      try {
        while (line.isWanted) {
          line.isWanted = false;
          await serve(line);
        }
      } catch (error) {
        line.isStale = true;
        log.debug({ err: error, endpointId: line.row.id }, "A webhook could not be sent or noted; it is tried again.");
      } finally {
        line.work = undefined;
      }
    })();
  };

  const keep = (row: Loaded) => {
    const line = lines.get(row.id);
    if (line === undefined) {
      const fresh = { isRetryNext: false, work: undefined, isWanted: false, isStale: false, holdUntil: undefined };
      lines.set(row.id, { row, buffer: [], sentAt: -Infinity, ...fresh });
    } else if (line.work !== undefined && !line.isStale && line.row.revision === row.revision) {
      // Its work is ahead of what was read, but for what clients made due.
      line.row = { ...line.row, waiting: row.waiting, dueAt: row.dueAt };
    } else {
      if (line.row.revision !== row.revision || line.row.cursor !== row.cursor) line.buffer = [];
      if (line.row.revision !== row.revision) line.holdUntil = undefined;
      line.row = row;
      line.isStale = false;
    }
  };

  const load = async () => {
    const rows = (await query<LoadedRow>(loadSql, [], "load_webhook_endpoints")).map((row) => ({
      ...row,
      id: Number(row.id),
    }));
    const stateOf = ({ state, stateReason }: Loaded) => (stateReason === "request" ? "off" : state);
    const count = (state: string) => rows.filter((row) => stateOf(row) === state).length;
    const [active, paused, disabled, off] = [count("active"), count("paused"), count("disabled"), count("off")];
    endpoints = { active, paused, disabled, off };
    for (const id of lines.keys()) if (!rows.some((row) => row.id === id && row.state !== "disabled")) lines.delete(id);
    for (const row of rows) if (row.state !== "disabled") keep(row);
  };

  const startAll = () => lines.forEach(start);

  /** Starts what has something to do as soon as the feed goes further. */
  const watch = async () => {
    while (lease.isHeld() && !stopping.signal.aborted && !eventFeed.isStopped() && lines.size > 0) {
      end = await eventFeed.open("now");
      startAll();
      await eventFeed.changed(end, stopping.signal, tickMs);
      await delay(LOOK_PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  const task = startPeriodicTask("webhooks", tickMs, async (signal) => {
    try {
      if (signal.aborted) return;
      if (!(await lease.renew())) {
        lines.clear();
        endpoints = {};
        jobSteps.noteWaiting("webhook", 0);
        return;
      }
      await load();
      await jobSteps.countWaiting("webhook");
      startAll();
      watching ??= watch()
        .catch((error: unknown) =>
          log.debug({ err: error }, "The feed could not be read for webhooks; it is tried again."),
        )
        .finally(() => {
          watching = undefined;
        });
    } catch (error) {
      log.debug({ err: error }, "The webhooks could not be read; they are tried again.");
    }
  });

  const behindOf = ({ row }: Served) => {
    if (end === undefined) return 0;
    const { epoch, position } = readPlace(row.cursor);
    return Math.max(0, end.position - (epoch === end.epoch ? position : 0));
  };

  return {
    run: () => task.run(),
    stats: () => ({ endpoints, deliveries, behind: Math.max(0, ...[...lines.values()].map(behindOf)) }),
    close: async () => {
      stopping.abort();
      await task.close();
      const grace = setTimeout(() => cutting.abort(), graceMs);
      await Promise.all([...lines.values()].map(async ({ work }) => work));
      clearTimeout(grace);
      await watching;
      await lease
        .release()
        .catch((error: unknown) => log.debug({ err: error }, "The lease of webhooks ends by itself."));
    },
  };
};
