import cluster from "node:cluster";

/** Node exits a worker at once when the primary dies, with its requests in flight; this property prevents it. */
export const outlivePrimary = (): void => {
  const { worker } = cluster;
  worker?.on("disconnect", () => {
    worker.exitedAfterDisconnect = true;
  });
};
