import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { createService, type Environment, findFreePort, makeKey, type Service } from "./service-process.js";

const STOP_WITHIN_MS = 20_000;
const REPORT_WITHIN_MS = 15_000;
const preload = fileURLToPath(new URL("../../preload/report-memory.mjs", import.meta.url));

export type ProcessReport = {
  readonly rss: number;
  /** The size of the live heap and of the buffers outside it. */
  readonly live: number;
  /** The longest delay of the event loop since the last report. */
  readonly loopDelayMs: number;
  readonly resources: Readonly<Record<string, number>>;
};

export type ObservedService = Service & {
  report(): Promise<ProcessReport>;
  makeKey(scope: "read" | "write" | "admin"): Promise<string>;
};

type Options = {
  readonly api: string;
  readonly env: Environment;
  readonly port?: number;
  readonly onLine?: (line: string) => void;
};

export const startObservedService = async (options: Options, cleanup: Cleanup): Promise<ObservedService> => {
  const { api, env, port = await findFreePort(), onLine } = options;
  const build = { api };
  const flags = ["--expose-gc", "--import", preload];
  const service = createService(
    { build, port, env, flags, hasChannel: true, stopWithinMs: STOP_WITHIN_MS, ...(onLine && { onLine }) },
    cleanup,
  );
  service.start();
  await service.ready();
  return {
    ...service,
    report: async () => {
      const child = service.child();
      if (!child.connected) throw new Error("The service has exited.");
      const signal = AbortSignal.timeout(REPORT_WITHIN_MS);
      child.send({ probe: "process" });
      const [report] = (await once(child, "message", { signal })) as [ProcessReport];
      return report;
    },
    makeKey: (scope) => makeKey(build, env, scope),
  };
};
