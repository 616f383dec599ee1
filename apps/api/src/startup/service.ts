import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "../config.js";
import type { Database } from "../database/open-database.js";
import { useStandby } from "../database/use-standby.js";
import { untilAborted } from "../concurrency/until-aborted.js";
import { closeDeps, createDeps, type Deps } from "../deps.js";
import { announceClose } from "../gate/connections.js";
import { createServer } from "../server.js";
import type { MetricsServer } from "../metrics/metrics-server.js";
import type { Snapshot } from "../metrics/metric.js";
import type { Tracing } from "../tracing/tracing.js";
import { drain } from "./drain.js";
import { type FirstStart, prepareFirstStart } from "./first-start.js";
import { listen } from "./listen.js";

export type Listening = {
  readonly address: string;
  /** Undefined without METRICS_PORT. */
  readonly collectMetrics: (() => Promise<Snapshot>) | undefined;
  markReady(): void;
  stop(): Promise<void>;
};

export type Service = {
  readonly address: string;
  readonly firstStart: FirstStart | undefined;
  stop(): Promise<void>;
};

export type StartOptions = {
  readonly signal: AbortSignal;
  readonly isTerminal: boolean;
  readonly tracing?: Tracing | undefined;
  /** Call it before a server listens at the port of the configuration: another one may answer there until then. */
  readonly releasePort?: () => void;
};

/** Closes the store with the service, and when the start fails or is abandoned. */
export type StartService = (config: Config, log: Logger, database: Database, options: StartOptions) => Promise<Service>;

const orClose = async <Result>(database: Database, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    await database.close();
    throw error;
  }
};

type ListenOptions = Pick<StartOptions, "signal" | "tracing"> & {
  readonly workerBus?: Deps["workerBus"];
  readonly releasePort?: (() => void | Promise<void>) | undefined;
};

const loadCollector = async (deps: Deps) => {
  if (deps.metrics === undefined) return undefined;
  const { createServiceCollector } = await import("../metrics/collect.js");
  return createServiceCollector(deps);
};

const serveMetrics = async (config: Config, log: Logger, collect: () => Promise<Snapshot>) => {
  const [{ openMetricsServer }, { workersUp }] = await Promise.all([
    import("../metrics/metrics-server.js"),
    import("../metrics/collect.js"),
  ]);
  return openMetricsServer(config, log, async () => [await collect(), [workersUp([true])]]);
};

export const listenOn = async (
  config: Config,
  log: Logger,
  database: Database,
  { signal, workerBus, tracing, releasePort = () => {} }: ListenOptions,
): Promise<Listening> => {
  const store = await orClose(database, () => useStandby(database, config, log, tracing));
  const deps = await orClose(store, () => createDeps(config, log, store, workerBus, tracing));
  const server = createServer(deps);
  const stop = async () => {
    const wasReady = deps.life.state === "ready";
    deps.life.state = "stopping";
    if (server.listening) {
      announceClose(server);
      // A load balancer sends requests until it sees /readyz fail.
      if (wasReady) await delay(config.shutdownGraceSeconds * 1_000);
      await drain(server);
    }
    await closeDeps(deps);
  };
  const markReady = () => {
    if (deps.life.state === "starting") deps.life.state = "ready";
  };
  try {
    signal.throwIfAborted();
    const collectMetrics = await loadCollector(deps);
    await untilAborted(signal, Promise.resolve(releasePort()));
    const address = await untilAborted(signal, listen(server, config));
    return { address, collectMetrics, markReady, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Listens before the first start: a start that fails must not create a key that it cannot show. */
export const startService: StartService = async (config, log, database, options) => {
  const listening = await listenOn(config, log, database, options);
  const { collectMetrics } = listening;
  let metricsServer: MetricsServer | undefined;
  const stop = async () => {
    await listening.stop();
    metricsServer?.close();
  };
  try {
    metricsServer = collectMetrics && (await serveMetrics(config, log, collectMetrics));
    const firstStart = await prepareFirstStart(
      { db: database.db, config, log, database },
      { ...options, address: listening.address },
    );
    listening.markReady();
    return { address: listening.address, firstStart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
