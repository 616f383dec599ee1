import type { Worker } from "node:cluster";

type Closable = { close(): void };
const isClosable = (value: unknown): value is Closable =>
  typeof value === "object" && value !== null && "close" in value && typeof value.close === "function";

/**
 * Closes the connection that Node's cluster has sent to a worker and the worker has not accepted when it dies. Node leaves it open, so that
 * its client waits for ever, and has no event for it.
 */
export const closeUntakenConnections = (worker: Worker): void => {
  const send = worker.process.send.bind(worker.process);
  // Node sends a worker the next connection after it has accepted the last one.
  let sent: Closable | undefined;
  worker.process.send = (...args: unknown[]) => {
    const [, handle] = args;
    if (isClosable(handle)) sent = handle;
    return Reflect.apply(send, undefined, args);
  };
  // The handle of a connection that the worker has accepted is closed here already.
  worker.once("exit", () => sent?.close());
};
