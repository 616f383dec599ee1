import { untilAborted } from "../database/until-aborted.js";
import { StartMustWait } from "../database/start-must-wait.js";
import { explainDatabaseError } from "../database/explain-database-error.js";
import { OperatorError } from "../config/operator-error.js";
import { createLog } from "../startup/log.js";
import type { Compose, Listening } from "../startup/service.js";
import { Interrupted, whenAborted } from "../startup/shutdown-signals.js";
import { loadTracing } from "../tracing/load-tracing.js";
import { type Parent, type PrimaryChannel, openPrimaryChannel } from "./primary-channel.js";

/**
 * If `isTraced` is true, the process must exit explicitly: the SDK would repeat its last export to an unreachable
 * collector for ten more seconds.
 */
type Started = Listening & { readonly isTraced: boolean };

type LoadCompose = () => Promise<Compose>;

const start = async (channel: PrimaryChannel, signal: AbortSignal, loadCompose: LoadCompose): Promise<Started> => {
  const { config, secret } = await untilAborted(signal, channel.started);
  const log = await createLog(config.logLevel);
  const [compose, { listenOn }, { openDatabase }] = await Promise.all([
    loadCompose(),
    import("../startup/service.js"),
    import("../database/open-database.js"),
  ]);
  const tracing = await loadTracing(config, log);
  const database = await openDatabase({ ...config, log, signal, tracing });
  const workerBus = channel.createWorkerBus(secret, log);
  const options = { signal, tracing, workerBus, releasePort: channel.prepare };
  const service = await listenOn(compose, config, log, database, options).catch((error: unknown) => {
    throw explainDatabaseError(error, database);
  });
  if (service.collectMetrics !== undefined) channel.answerScrapes(service.collectMetrics);
  void channel.isReady.then(() => service.markReady());
  channel.send({ kind: "listening", address: service.address });
  return { ...service, isTraced: tracing !== undefined };
};

const sendFailure = (channel: PrimaryChannel, error: unknown) => {
  if (error instanceof OperatorError) {
    const { problem, remedy, isTemporary } = error;
    const reason = error instanceof StartMustWait ? error.reason : undefined;
    channel.send({ kind: "failed", problem, remedy, reason, isTemporary });
  } else channel.send({ kind: "failed", problem: (error instanceof Error && error.stack) || String(error) });
  process.exitCode = 1;
};

const serve = async (channel: PrimaryChannel, signal: AbortSignal, loadCompose: LoadCompose) => {
  try {
    const service = await start(channel, signal, loadCompose);
    await new Promise<void>((resolve) => whenAborted(signal, resolve));
    await service.stop();
    // The process exits once the channel has sent everything.
    if (service.isTraced) process.once("disconnect", () => process.exit());
  } catch (error) {
    if (!(error instanceof Interrupted)) sendFailure(channel, error);
  }
};

/** @param parent - Only tests pass this argument. */
export const serveWorker = async (
  stopping: AbortController,
  loadCompose: LoadCompose,
  parent: Parent = process,
): Promise<void> => {
  const channel = openPrimaryChannel(parent);
  void channel.isToStop.then(() => stopping.abort(new Interrupted("SIGTERM")));
  await serve(channel, stopping.signal, loadCompose);
  if (parent.connected) parent.disconnect();
};
