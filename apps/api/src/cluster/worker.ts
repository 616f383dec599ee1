import cluster from "node:cluster";
import { keepHeapSmall } from "../keep-heap-small.js";
import { createLog } from "../log.js";
import { OperatorError } from "../operator-error.js";
import type { Listening } from "../service.js";
import { type Line, openLine } from "./line.js";

/** What a worker runs: the service, on a store that the primary has migrated. */
const start = async (line: Line): Promise<Listening> => {
  const { config, secret } = await line.begun;
  const log = await createLog(config.logLevel);
  const [{ listenOn }, { openDatabase }] = await Promise.all([
    import("../service.js"),
    import("../database/open-database.js"),
  ]);
  const database = await openDatabase({ ...config, log });
  const service = await listenOn(config, log, database, line.createPeers(secret, log));
  line.send({ kind: "listening", address: service.address });
  return service;
};

/** The primary says it, once for all workers. */
const tellFailure = (line: Line, error: unknown) => {
  const isOperators = error instanceof OperatorError;
  const message = isOperators ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  line.send({ kind: "failed", message, isOperators });
  process.exitCode = 1;
};

const serve = async (line: Line) => {
  const starting = start(line);
  const terminated = new Promise<void>((resolve) => process.once("SIGTERM", () => resolve()));
  await Promise.all([starting, Promise.race([line.isToStop, terminated])]);
  await (await starting).stop();
};

keepHeapSmall();
// A terminal sends it to all processes at once: the primary passes it on.
process.on("SIGINT", () => {});
// Else Node would end the worker at once, in the middle of its requests, when the primary is gone.
cluster.worker?.on("disconnect", () => {
  if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true;
});
const line = openLine();
void serve(line)
  .catch((error: unknown) => tellFailure(line, error))
  .finally(() => process.connected && process.disconnect());
