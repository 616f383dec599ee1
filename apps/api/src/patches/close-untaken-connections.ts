import type { Worker } from "node:cluster";

type Closable = { close(): void };
const isClosable = (value: unknown): value is Closable =>
  typeof value === "object" && value !== null && "close" in value && typeof value.close === "function";

/** Node's cluster leaves a connection open that it has sent to a worker which dies before it accepts it. */
export const closeUntakenConnections = (worker: Worker): void => {
  const send = worker.process.send.bind(worker.process);
  let sent: Closable | undefined;
  worker.process.send = (...args: unknown[]) => {
    const [, handle] = args;
    if (isClosable(handle)) sent = handle;
    return Reflect.apply(send, undefined, args);
  };
  // The handle of an accepted connection is closed here already.
  worker.once("exit", () => sent?.close());
};
