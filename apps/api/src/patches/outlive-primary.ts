import cluster from "node:cluster";

/** Lets a worker finish its requests when the primary dies. Without this property, Node exits the worker at once. */
export const outlivePrimary = (): void => {
  const { worker } = cluster;
  worker?.on("disconnect", () => {
    worker.exitedAfterDisconnect = true;
  });
};
