import { makeDataDir, type ServiceProcess, startService } from "../service-process.js";
import { type HealthProbe, probeHealth } from "./health-probe.js";
import type { Keys } from "./packet.js";

/** Lines of standard error that no client may cause, by what they are. */
const alarms: readonly (readonly [RegExp, string])[] = [
  [/^\s+at /, "a stack trace"],
  [/Unhandled/, "an unhandled error"],
  [/"level":60/, "a fatal log line"],
  [/"status":500/, "status 500 in the log"],
  [/A worker has ended/, "a worker that ended"],
];

/** The service that is fuzzed, on a folder of its own. */
export type Subject = {
  readonly keys: Keys;
  readonly service: () => ServiceProcess;
  readonly probe: () => HealthProbe;
  /** The worst wait of `/healthz` over all starts. */
  readonly worstMs: () => number;
  /** Ends what is left of the process, and starts another one on the same store. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export type SubjectOptions = {
  readonly api: string;
  readonly workers: number;
  /** Called with what a line of standard error is, and the line. */
  readonly onAlarm: (kind: string, line: string) => void;
};

export const openSubject = async ({ api, workers, onAlarm }: SubjectOptions): Promise<Subject> => {
  const { folder, remove } = await makeDataDir();
  const env = { DATA_DIR: folder, RATE_LIMIT: "999999999", WORKERS: String(workers), LOG_LEVEL: "info" };
  const onLine = (line: string) => {
    const alarm = alarms.find(([pattern]) => pattern.test(line));
    if (alarm !== undefined) onAlarm(alarm[1], line.trim().slice(0, 300));
  };
  const start = () => startService({ api, env, onLine });
  let worst = 0;
  let service = await start();
  let probe = probeHealth(service.port);
  const end = async () => {
    worst = Math.max(worst, probe.worstMs());
    probe.stop();
    // What hangs does not end by itself.
    if (probe.waitingMs() > 1_000) service.child.kill("SIGKILL");
    await service.stop();
  };
  const keys = { read: await service.makeKey("read"), admin: await service.makeKey("admin") };
  return {
    keys,
    service: () => service,
    probe: () => probe,
    worstMs: () => Math.max(worst, probe.worstMs()),
    restart: async () => {
      await end();
      service = await start();
      probe = probeHealth(service.port);
    },
    stop: async () => {
      await end();
      await remove();
    },
  };
};

/** Twenty percent and 20 MB more than before is as good as before: caches fill, and pages of the heap stay. */
export const isBack = (after: number, before: number): boolean => after <= before * 1.2 + 20e6;
