import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "../config/config.js";
import type { Database } from "../database/open-database.js";
import { useStandby } from "../database/use-standby.js";
import { untilAborted } from "../database/until-aborted.js";
import { announceClose } from "../gate/connections/track-connections.js";
import type { MetricsServer } from "./metrics-server.js";
import type { Snapshot } from "../metrics/metric.js";
import type { WorkerBus } from "../concurrency/worker-bus.js";
import type { createServiceCollector } from "../metrics/collect.js";
import type { Tracing } from "../tracing/tracing.js";
import { drain } from "./drain.js";
import { type FirstStart, type LoadSample, prepareFirstStart } from "./first-start.js";
import { listen } from "./listen.js";

/** The parts of `compose.ts` that serve requests. */
type Composed = {
  readonly deps: Parameters<typeof createServiceCollector>[0] & {
    readonly life: { state: "starting" | "ready" | "stopping" };
    readonly readiness: { watch(): void };
    readonly eventFeed: { stop(): void };
  };
  readonly server: Server;
  readonly loadSample: LoadSample;
  /** Closes all parts and the store. */
  readonly close: () => Promise<void>;
};

export type Compose = (
  config: Config,
  log: Logger,
  database: Database,
  workerBus?: WorkerBus,
  tracing?: Tracing,
) => Promise<Composed>;

export type Listening = {
  readonly address: string;
  /** Undefined without METRICS_PORT. */
  readonly collectMetrics: (() => Promise<Snapshot>) | undefined;
  readonly loadSample: LoadSample;
  markReady(): void;
  stop(): Promise<void>;
};

type Service = {
  readonly address: string;
  readonly firstStart: FirstStart | undefined;
  stop(): Promise<void>;
};

type StartOptions = {
  readonly signal: AbortSignal;
  readonly isTerminal: boolean;
  readonly tracing?: Tracing | undefined;
  /**
   * Call it before a server listens on the configured port, because until then another server of this process may
   * answer there.
   */
  readonly releasePort?: () => void;
};

/** Starts the service. The store is closed together with the service, and also if the start fails or is interrupted. */
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
  readonly workerBus?: WorkerBus;
  readonly releasePort?: (() => void | Promise<void>) | undefined;
};

const loadCollector = async (deps: Composed["deps"]) => {
  if (deps.metrics === undefined) return undefined;
  const { createServiceCollector } = await import("../metrics/collect.js");
  return createServiceCollector(deps);
};

const serveMetrics = async (config: Config, log: Logger, collect: () => Promise<Snapshot>) => {
  const [{ openMetricsServer }, { workersUp }] = await Promise.all([
    import("./metrics-server.js"),
    import("../metrics/collect.js"),
  ]);
  return openMetricsServer(config, log, async () => [await collect(), [workersUp([true])]]);
};

export const listenOn = async (
  compose: Compose,
  config: Config,
  log: Logger,
  database: Database,
  { signal, workerBus, tracing, releasePort = () => {} }: ListenOptions,
): Promise<Listening> => {
  const store = await orClose(database, () => useStandby(database, config, log, tracing));
  const { deps, server, loadSample, close } = await orClose(store, () =>
    compose(config, log, store, workerBus, tracing),
  );
  const stop = async () => {
    const wasReady = deps.life.state === "ready";
    deps.life.state = "stopping";
    if (server.listening) {
      announceClose(server);
      // A load balancer keeps sending requests until it sees /readyz fail.
      if (wasReady) await delay(config.shutdownGraceSeconds * 1_000);
      // Without this, followers of events would never get a last response.
      deps.eventFeed.stop();
      await drain(server);
    }
    await close();
  };
  const markReady = () => {
    if (deps.life.state === "starting") deps.life.state = "ready";
  };
  try {
    signal.throwIfAborted();
    deps.readiness.watch();
    const collectMetrics = await loadCollector(deps);
    await untilAborted(signal, Promise.resolve(releasePort()));
    const address = await untilAborted(signal, listen(server, config));
    return { address, collectMetrics, loadSample, markReady, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/**
 * The service listens before the first start, because a start that fails must not create a key which it cannot show.
 */
export const createStartService =
  (compose: Compose): StartService =>
  async (config, log, database, options) => {
    const listening = await listenOn(compose, config, log, database, options);
    const { collectMetrics, loadSample } = listening;
    let metricsServer: MetricsServer | undefined;
    const stop = async () => {
      await listening.stop();
      metricsServer?.close();
    };
    try {
      metricsServer = collectMetrics && (await serveMetrics(config, log, collectMetrics));
      const firstStart = await prepareFirstStart(
        { db: database.db, config, log, database, loadSample },
        { ...options, address: listening.address },
      );
      listening.markReady();
      return { address: listening.address, firstStart, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  };
