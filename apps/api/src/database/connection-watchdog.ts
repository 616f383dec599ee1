import { Client, type ClientConfig, DatabaseError } from "pg";
import type { Logger } from "pino";

const CHECK_INTERVAL_MS = 500;
const SUSPICIOUS_AFTER_MS = 1_500;
const ASK_TIMEOUT_MS = 2_000;
/**
 * This is longer than most pauses after which a server continues. Together with the time until a connection becomes
 * suspicious, this is ten seconds of silence.
 */
const UNREACHABLE_AFTER_MS = 8_000;

export type WatchedConnection = {
  readonly processId: number;
  /** A time of `performance.now()`, or undefined if no statement waits. */
  silentSince(): number | undefined;
  cut(): void;
};

// Finds the connections for whose next message PostgreSQL is waiting. A connection can go silent in the middle of a
// statement; PostgreSQL then waits for the rest of the client's messages. It waits in the same way for the rows of a
// COPY, which may take long. Processes that this query does not find (because of a pooler), and processes that are
// busy, are only closed at their deadline.
const findWaiting = async (connection: ClientConfig, processIds: readonly number[]): Promise<ReadonlySet<number>> => {
  const client = new Client({
    ...connection,
    application_name: "petstore watchdog",
    connectionTimeoutMillis: ASK_TIMEOUT_MS,
    query_timeout: ASK_TIMEOUT_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity AS session WHERE pid = ANY ($1) AND application_name = 'petstore'
         AND (state LIKE 'idle%' AND state_change < clock_timestamp() - interval '1 second'
           OR wait_event = 'ClientRead' AND state_change < clock_timestamp() - interval '4 seconds'
             AND NOT EXISTS (SELECT FROM pg_stat_progress_copy AS copy WHERE copy.pid = session.pid))`,
      [processIds],
    );
    return new Set(rows.map(({ pid }) => pid));
  } finally {
    void client.end().catch(() => {});
  }
};

export type ConnectionWatchdog = {
  watch(connection: WatchedConnection): void;
  unwatch(connection: WatchedConnection): void;
  close(): void;
};

/**
 * Closes connections that are dead although TCP still considers them open.
 * @param deadlineMs - Must be longer than the statement timeout.
 */
export const createConnectionWatchdog = (
  connection: ClientConfig,
  deadlineMs: number,
  log: Logger,
  unreachableAfterMs = UNREACHABLE_AFTER_MS,
): ConnectionWatchdog => {
  const watched = new Set<WatchedConnection>();
  let unreachableSince: number | undefined;
  let isAsking = false;

  const cut = (silent: WatchedConnection, why: string) => {
    watched.delete(silent);
    log.warn({ serverProcess: silent.processId, why }, "A database connection has gone silent; it is closed.");
    silent.cut();
  };
  const silentFor = (ms: number) => {
    const before = performance.now() - ms;
    return [...watched].filter((one) => (one.silentSince() ?? Infinity) < before);
  };
  const askAbout = async (suspects: readonly WatchedConnection[]) => {
    isAsking = true;
    const askedAt = performance.now();
    const since = new Map(suspects.map((suspect) => [suspect, suspect.silentSince()]));
    try {
      const waiting = await findWaiting(
        connection,
        suspects.map(({ processId }) => processId),
      );
      unreachableSince = undefined;
      for (const suspect of suspects) {
        const isSame = watched.has(suspect) && suspect.silentSince() === since.get(suspect);
        if (isSame && waiting.has(suspect.processId)) cut(suspect, "PostgreSQL waits for its next message");
      }
    } catch (error) {
      // A refusal, for example because of too many connections, shows that the server is reachable.
      unreachableSince = error instanceof DatabaseError ? undefined : (unreachableSince ?? askedAt);
    } finally {
      isAsking = false;
    }
  };
  const check = () => {
    for (const late of silentFor(deadlineMs)) cut(late, "its deadline has passed");
    if (unreachableSince !== undefined && performance.now() - unreachableSince > unreachableAfterMs) {
      for (const silent of silentFor(unreachableAfterMs)) cut(silent, "the database cannot be reached");
    }
    const suspects = silentFor(SUSPICIOUS_AFTER_MS);
    if (suspects.length === 0) unreachableSince = undefined;
    if (suspects.length > 0 && !isAsking) void askAbout(suspects);
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS).unref();
  return {
    watch: (one) => void watched.add(one),
    unwatch: (one) => void watched.delete(one),
    close: () => clearInterval(timer),
  };
};
