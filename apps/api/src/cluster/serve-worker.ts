import { createLog } from "../startup/log.js";
import { OperatorError } from "../database/operator-error.js";
import type { Listening } from "../startup/service.js";
import { Interrupted, untilAborted, whenAborted } from "../startup/shutdown-signals.js";
import { type PrimaryChannel, openPrimaryChannel } from "./primary-channel.js";

/** What a worker runs: the service, on a store that the primary has migrated. */
const start = async (line: PrimaryChannel, signal: AbortSignal): Promise<Listening> => {
  const { config, secret } = await untilAborted(signal, line.begun);
  const log = await createLog(config.logLevel);
  const [{ listenOn }, { openDatabase }] = await Promise.all([
    import("../startup/service.js"),
    import("../database/open-database.js"),
  ]);
  const database = await openDatabase({ ...config, log, signal });
  const service = await listenOn(config, log, database, { signal, workerBus: line.createPeers(secret, log) });
  void line.isReady.then(() => service.markReady());
  line.send({ kind: "listening", address: service.address });
  return service;
};

/** The primary says it, once for all workers. */
const tellFailure = (line: PrimaryChannel, error: unknown) => {
  const isOperators = error instanceof OperatorError;
  const message = isOperators ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  line.send({ kind: "failed", message, isOperators });
  process.exitCode = 1;
};

const serve = async (line: PrimaryChannel, signal: AbortSignal) => {
  try {
    const service = await start(line, signal);
    await new Promise<void>((resolve) => whenAborted(signal, resolve));
    await service.stop();
  } catch (error) {
    if (!(error instanceof Interrupted)) tellFailure(line, error);
  }
};

/** Serves until the primary says `stop` or is gone, or until the signal of `stopping` aborts. */
export const serveWorker = async (stopping: AbortController): Promise<void> => {
  const line = openPrimaryChannel();
  void line.isToStop.then(() => stopping.abort(new Interrupted("SIGTERM")));
  await serve(line, stopping.signal);
  if (process.connected) process.disconnect();
};
