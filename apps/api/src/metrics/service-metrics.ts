import type { LaneStats } from "../concurrency/lane.js";
import type { Lanes } from "../concurrency/lanes.js";
import type { EventLoopDelay } from "../concurrency/event-loop-delay.js";
import type { WatchedChangeFeed } from "../database/change-feed.js";
import { counter, gauge, histogram, type Metric } from "./metric.js";
import { DURATION_BUCKETS, type RequestMetrics, statusClasses } from "./request-metrics.js";

type CacheStats = Readonly<Record<"hits" | "joins" | "misses" | "invalidations" | "entries" | "bytes", number>>;

type WebhookStats = {
  readonly endpoints: Readonly<Record<string, number>>;
  readonly deliveries: Readonly<Record<string, number>>;
  readonly behind: number;
};
type EventStats = Readonly<Record<"streams" | "waits" | "position" | "lag" | "pendingSeconds", number>>;

type ReadinessStats = {
  readonly isReady: boolean;
  readonly isDatabaseUsable: boolean;
  readonly clockSkewSeconds: number;
};

export type MeasuredDeps = {
  readonly lanes: Lanes;
  readonly eventLoopDelay: EventLoopDelay;
  readonly changeFeed: WatchedChangeFeed;
  readonly responseCache: { stats(): CacheStats };
  readonly webhooks: { stats(): WebhookStats };
  readonly eventFeed: { stats(): EventStats };
  readonly jobSteps: { stats(): Readonly<Record<string, number>> };
  readonly readiness: { stats(): ReadinessStats };
  readonly expirySweep: { stats(): { readonly lastBackupAt: Date | undefined } };
  readonly dependencies: Readonly<Record<string, (() => boolean) | undefined>>;
  readonly metrics: RequestMetrics;
};

const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64];
const MS_PER_SECOND = 1_000;

const requestMetrics = ({ durations, inFlight, rateLimited, signIns }: RequestMetrics): Metric[] => [
  histogram(
    "petstore_http_request_duration_seconds",
    "Time from the arrival of the request's head to the end of its response.",
    DURATION_BUCKETS,
    [...durations].flatMap(([operation, classes]) =>
      classes.flatMap((found, at) =>
        found === undefined
          ? []
          : [{ labels: { operation, status: statusClasses[at] as string }, counts: found.buckets, sum: found.sum }],
      ),
    ),
  ),
  gauge("petstore_http_requests_in_flight", "Requests without a complete response.", inFlight),
  counter(
    "petstore_rate_limit_refusals_total",
    "Requests that were answered with 429 because they exceeded a limit of requests per minute.",
    Object.entries(rateLimited).map(([limit, count]) => [{ limit }, count]),
  ),
  counter(
    "petstore_sign_ins_total",
    "Sign-ins with a password.",
    Object.entries(signIns).map(([result, count]) => [{ result }, count]),
  ),
];

const batchSizes = (lane: string, { batches: { sizes } }: LaneStats) => {
  const counts = Array<number>(BATCH_SIZES.length + 1).fill(0);
  let sum = 0;
  sizes.forEach((count, size) => {
    const at = BATCH_SIZES.findIndex((bound) => size <= bound);
    const bucket = at === -1 ? BATCH_SIZES.length : at;
    counts[bucket] = (counts[bucket] as number) + count;
    sum += count * size;
  });
  return { labels: { lane }, counts, sum };
};

const laneMetrics = (lanes: readonly (readonly [lane: string, stats: LaneStats])[]): Metric[] => {
  const batching = lanes.filter(([, { batches }]) => batches.sizes.length > 0);
  return [
    gauge(
      "petstore_lane_running",
      "Units of work of the lane that hold a connection.",
      ofLane(lanes, ({ running }) => running),
    ),
    gauge(
      "petstore_lane_waiting",
      "Requests that wait for a connection of the lane.",
      ofLane(lanes, ({ waiting }) => waiting),
    ),
    gauge(
      "petstore_lane_connections",
      "The maximum number of units of work of the lane that run at the same time.",
      ofLane(lanes, ({ connections }) => connections),
    ),
    counter(
      "petstore_lane_refusals_total",
      "Requests that the lane answered with 429 or 503, because too many requests of the key or of the lane were waiting, because the wait was too long, or because the event loop was late.",
      lanes.flatMap(([lane, { refusals }]) =>
        Object.entries(refusals).map(([reason, count]) => [{ lane, reason }, count] as const),
      ),
    ),
    histogram(
      "petstore_batch_size",
      "How many requests shared one statement.",
      BATCH_SIZES,
      batching.map(([lane, stats]) => batchSizes(lane, stats)),
    ),
    gauge(
      "petstore_batches_in_flight",
      "Batches that PostgreSQL is working on.",
      ofLane(batching, ({ batches }) => batches.inFlight),
    ),
  ];
};

const ofLane = (
  lanes: readonly (readonly [lane: string, stats: LaneStats])[],
  read: (stats: LaneStats) => number,
): (readonly [{ readonly lane: string }, number])[] => lanes.map(([lane, stats]) => [{ lane }, read(stats)]);

const cacheMetrics = ({ responseCache }: Pick<MeasuredDeps, "responseCache">): Metric[] => {
  const { hits, joins, misses, invalidations, entries, bytes } = responseCache.stats();
  return [
    counter("petstore_response_cache_requests_total", "Reads, by how the cache answered them.", [
      [{ result: "hit" }, hits],
      [{ result: "joined" }, joins],
      [{ result: "miss" }, misses],
    ]),
    counter("petstore_response_cache_invalidations_total", "Cached responses that a change removed.", invalidations),
    gauge("petstore_response_cache_entries", "Cached responses.", entries),
    gauge("petstore_response_cache_bytes", "Estimated size of the cached responses in bytes.", bytes),
  ];
};

const changeFeedMetrics = ({ changeFeed }: Pick<MeasuredDeps, "changeFeed">): Metric[] => {
  const { isCurrent, pingedAt, roundTripMs, losses } = changeFeed.stats();
  const ageMs = performance.now() - (pingedAt ?? 0);
  return [
    gauge("petstore_change_feed_current", "1 while caches may be used.", Number(isCurrent), "min"),
    gauge(
      "petstore_change_feed_age_seconds",
      "Time since the last ping that has returned was sent. The process knows all changes from before that time.",
      ageMs / MS_PER_SECOND,
      "max",
    ),
    gauge(
      "petstore_change_feed_round_trip_seconds",
      "How long the last ping took to return.",
      roundTripMs / MS_PER_SECOND,
      "max",
    ),
    counter("petstore_change_feed_losses_total", "How often the change feed lost its connection.", losses),
  ];
};

const jobMetrics = ({ jobSteps }: Pick<MeasuredDeps, "jobSteps">): Metric[] => [
  gauge(
    "petstore_jobs_waiting",
    "Jobs that have stopped after three tries and wait for a person, by kind.",
    Object.entries(jobSteps.stats()).map(([kind, count]) => [{ kind }, count]),
    "max",
  ),
];

/** A store that is backed up in another way has no value. */
const backupMetrics = ({ expirySweep }: Pick<MeasuredDeps, "expirySweep">): Metric[] => {
  const { lastBackupAt } = expirySweep.stats();
  return [
    gauge(
      "petstore_last_backup_timestamp_seconds",
      "When `petstore backup --to` last made a backup of the store, in seconds since 1970; absent if it never did.",
      lastBackupAt === undefined ? [] : lastBackupAt.getTime() / MS_PER_SECOND,
      "max",
    ),
  ];
};

/** Only one process sends webhooks, so the other processes do not have these metrics. */
const webhookMetrics = ({ webhooks }: Pick<MeasuredDeps, "webhooks">): Metric[] => {
  const { endpoints, deliveries, behind } = webhooks.stats();
  return [
    gauge(
      "petstore_webhook_endpoints",
      "Webhook endpoints, by state; off means that a client disabled the endpoint.",
      Object.entries(endpoints).map(([state, count]) => [{ state }, count]),
    ),
    counter(
      "petstore_webhook_attempts_total",
      "Requests to webhook endpoints, by outcome.",
      Object.entries(deliveries).map(([outcome, count]) => [{ outcome }, count]),
    ),
    gauge(
      "petstore_webhook_behind_events",
      "Events that the slowest webhook endpoint has not received yet.",
      behind,
      "max",
    ),
  ];
};

const eventMetrics = ({ eventFeed }: Pick<MeasuredDeps, "eventFeed">): Metric[] => {
  const { streams, waits, position, lag, pendingSeconds } = eventFeed.stats();
  return [
    gauge("petstore_event_followers", "Streams of events, and requests that wait for one.", [
      [{ kind: "stream" }, streams],
      [{ kind: "wait" }, waits],
    ]),
    gauge("petstore_event_position", "The last event that the process knows of.", position, "max"),
    gauge("petstore_event_lag", "How many events the slowest follower is behind.", lag, "max"),
    gauge(
      "petstore_event_pending_seconds",
      "How long the oldest change had waited for its place, or the feed for an answer.",
      pendingSeconds,
      "max",
    ),
  ];
};

const readinessMetrics = ({ readiness, dependencies }: Pick<MeasuredDeps, "readiness" | "dependencies">): Metric[] => {
  const { isReady, isDatabaseUsable, clockSkewSeconds } = readiness.stats();
  const others = Object.entries(dependencies).flatMap(([dependency, isUsable]) =>
    isUsable === undefined ? [] : [[{ dependency }, Number(isUsable())] as const],
  );
  return [
    gauge("petstore_ready", "1 while /readyz answers 200; checked every five seconds.", Number(isReady), "min"),
    gauge(
      "petstore_dependency_up",
      "1 if the server could be used when it was last needed; a dependency that is not configured is left out.",
      [[{ dependency: "database" }, Number(isDatabaseUsable)], ...others],
      "min",
    ),
    gauge(
      "petstore_clock_skew_seconds",
      "How far the clock of the database is ahead of the clock of the process.",
      clockSkewSeconds,
      "average",
    ),
  ];
};

export const readServiceMetrics = (deps: MeasuredDeps): Metric[] => [
  ...requestMetrics(deps.metrics),
  ...laneMetrics(Object.entries(deps.lanes).map(([name, lane]) => [name, lane.stats()])),
  ...cacheMetrics(deps),
  ...changeFeedMetrics(deps),
  ...webhookMetrics(deps),
  ...jobMetrics(deps),
  ...backupMetrics(deps),
  ...eventMetrics(deps),
  gauge(
    "petstore_event_loop_overloaded",
    "1 while the event loop is so late that work is refused.",
    Number(deps.eventLoopDelay.isOverloaded),
    "max",
  ),
  ...readinessMetrics(deps),
];
