import { createCleanup } from "@petstore/bench/dist/cleanup.js";
import { startObservedService, type ObservedService } from "../service/observed-service.js";
import { makeFolder } from "../store/store.js";
import { type HealthProbe, probeHealth } from "./health-probe.js";
import type { Keys } from "./packet.js";

/** Patterns for lines on standard error that no client should be able to cause, each with a name. */
const alarms: readonly (readonly [RegExp, string])[] = [
  [/^\s+at /, "a stack trace"],
  [/Unhandled/, "an unhandled error"],
  [/"level":60/, "a fatal log line"],
  [/"status":500/, "status 500 in the log"],
  [/A worker (?:has )?(?:ended|exited)/, "a worker that exited"],
];

export type Subject = {
  readonly keys: Keys;
  readonly service: ObservedService;
  readonly probe: () => HealthProbe;
  /** Returns the longest response time of `/healthz` since the first start. */
  readonly worstMs: () => number;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export type SubjectOptions = {
  readonly api: string;
  readonly workers: number;
  readonly onAlarm: (kind: string, line: string) => void;
};

export const openSubject = async ({ api, workers, onAlarm }: SubjectOptions): Promise<Subject> => {
  const cleanup = createCleanup();
  const env = {
    DATA_DIR: await makeFolder(cleanup),
    RATE_LIMIT: "999999999",
    WORKERS: String(workers),
    LOG_LEVEL: "info",
  };
  const onLine = (line: string) => {
    const alarm = alarms.find(([pattern]) => pattern.test(line));
    if (alarm !== undefined) onAlarm(alarm[1], line.trim().slice(0, 300));
  };
  let worst = 0;
  const service = await startObservedService({ api, env, onLine }, cleanup).catch(async (error: unknown) => {
    await cleanup.all();
    throw error;
  });
  let probe = probeHealth(service.port);
  const stop = async () => {
    worst = Math.max(worst, probe.worstMs());
    probe.stop();
    // A process that hangs does not react to SIGTERM.
    if (probe.waitingMs() > 1_000) await service.kill();
    await service.stop();
  };
  const keys = { read: await service.makeKey("read"), admin: await service.makeKey("admin") };
  return {
    keys,
    service,
    probe: () => probe,
    worstMs: () => Math.max(worst, probe.worstMs()),
    restart: async () => {
      await stop();
      service.start();
      await service.ready();
      probe = probeHealth(service.port);
    },
    stop: async () => {
      await stop();
      await cleanup.all();
    },
  };
};

/**
 * Tells whether the memory has been released. 20 percent and 20 MB are allowed for caches that fill and for pages that
 * the heap keeps.
 */
export const hasReturned = (after: number, before: number): boolean => after <= before * 1.2 + 20e6;
