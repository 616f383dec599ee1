import cluster from "node:cluster";

/**
 * Lets this worker answer its requests in flight when the primary dies. Node exits a worker at once when its channel closes, unless this
 * property says that the worker asked for it; it has no option.
 */
export const outlivePrimary = (): void => {
  const { worker } = cluster;
  worker?.on("disconnect", () => {
    worker.exitedAfterDisconnect = true;
  });
};
