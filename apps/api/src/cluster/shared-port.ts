import type { Config } from "../config.js";
import type { WorkerHandle } from "./worker-handle.js";

/**
 * Where the workers listen. Node's cluster gives all that ask for port 0 the same one, as long as one of them has it. Where
 * all of them have died, it would be another: so that the next ask for the one that was had.
 */
export const createSharedPort = (config: Config) => {
  const asked = new WeakMap<WorkerHandle, number>();
  const listeners = new Set<WorkerHandle>();
  let taken: string | undefined;

  const portToAsk = () => {
    const [listener] = listeners;
    if (listener !== undefined) return asked.get(listener) ?? config.port;
    return taken === undefined || config.port !== 0 ? config.port : Number(new URL(taken).port);
  };
  return {
    configOf: (worker: WorkerHandle): Config => {
      const port = portToAsk();
      asked.set(worker, port);
      return { ...config, port };
    },
    /** Whether the worker listens where the others do; false where they died between its asking and its getting. */
    isTaken: (worker: WorkerHandle, address: string): boolean => {
      taken ??= address;
      if (address === taken) listeners.add(worker);
      return address === taken;
    },
    leave: (worker: WorkerHandle) => void listeners.delete(worker),
    count: () => listeners.size,
  };
};
