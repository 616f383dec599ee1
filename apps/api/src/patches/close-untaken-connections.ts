import type { Worker } from "node:cluster";

type Closable = { close(): void };
const isClosable = (value: unknown): value is Closable =>
  typeof value === "object" && value !== null && "close" in value && typeof value.close === "function";

/**
 * Closes a connection that was sent to a worker which ended before it could accept the connection. Node's cluster would
 * leave it open.
 */
export const closeUntakenConnections = (worker: Worker): void => {
  const send = worker.process.send.bind(worker.process);
  let sent: Closable | undefined;
  worker.process.send = (...args: unknown[]) => {
    const [, handle] = args;
    if (isClosable(handle)) sent = handle;
    return Reflect.apply(send, undefined, args);
  };
  // If the worker has accepted the connection, this handle is already closed.
  worker.once("exit", () => sent?.close());
};
