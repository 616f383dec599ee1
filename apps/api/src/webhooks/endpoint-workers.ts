import { type Place, readPlace } from "../events/event-feed.js";
import type { StoredEndpoint } from "./endpoint.js";
import type { EndpointWorker } from "./endpoint-worker.js";

/** The workers of the endpoints that are not disabled. */
export const createWorkers = (create: (stored: StoredEndpoint) => EndpointWorker) => {
  const workers = new Map<number, EndpointWorker>();
  const drop = (id: number) => {
    workers.get(id)?.drop();
    workers.delete(id);
  };
  return {
    all: () => [...workers.values()],
    keep: (stored: readonly StoredEndpoint[]) => {
      const served = stored.filter(({ status }) => status !== "disabled");
      for (const id of workers.keys()) if (!served.some((one) => one.id === id)) drop(id);
      for (const one of served) {
        const worker = workers.get(one.id);
        if (worker === undefined) workers.set(one.id, create(one));
        else worker.reload(one);
      }
    },
  };
};

/** How far an endpoint is behind the end of the feed. */
export const behindOf = (worker: EndpointWorker, end: Place | undefined): number => {
  if (end === undefined) return 0;
  const { epoch, position } = readPlace(worker.endpoint().cursor);
  return Math.max(0, end.position - (epoch === end.epoch ? position : 0));
};
