import type { Config } from "../config.js";
import type { WorkerHandle } from "./worker-handle.js";

/**
 * The port of all workers. Node's cluster gives workers that request port 0 the same port as long as one of them has it; after all have
 * died it would be another, so the next workers request the port that was taken.
 */
export const createSharedPort = (config: Config) => {
  const requested = new WeakMap<WorkerHandle, number>();
  const listeners = new Set<WorkerHandle>();
  let taken: string | undefined;

  const nextPort = () => {
    const [listener] = listeners;
    if (listener !== undefined) return requested.get(listener) ?? config.port;
    return taken === undefined || config.port !== 0 ? config.port : Number(new URL(taken).port);
  };
  return {
    configOf: (worker: WorkerHandle): Config => {
      const port = nextPort();
      requested.set(worker, port);
      return { ...config, port };
    },
    /** @returns Whether the worker has the others' port; false if they died after its request. */
    add: (worker: WorkerHandle, address: string): boolean => {
      taken ??= address;
      if (address === taken) listeners.add(worker);
      return address === taken;
    },
    remove: (worker: WorkerHandle) => void listeners.delete(worker),
    count: () => listeners.size,
  };
};
