import type { Config } from "../config/config.js";
import type { WorkerHandle } from "./worker-handle.js";

/**
 * Node's cluster maps port 0 to the same port only while a worker is listening, so later workers request the same port
 * by its number.
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
    add: (worker: WorkerHandle, address: string): boolean => {
      taken ??= address;
      if (address === taken) listeners.add(worker);
      return address === taken;
    },
    remove: (worker: WorkerHandle) => void listeners.delete(worker),
    count: () => listeners.size,
  };
};
