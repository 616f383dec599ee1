import { randomBytes } from "node:crypto";
import type { Config } from "../config/config.js";
import type { ChangeNote, WorkerMessage } from "./messages.js";
import { createPrimaryCounters } from "./primary-counters.js";
import type { WorkerHandle } from "./worker-handle.js";

const SECRET_BYTES = 32;

export const createMessageRouter = (configOf: (worker: WorkerHandle) => Config) => {
  const secret = randomBytes(SECRET_BYTES).toString("base64");
  const count = createPrimaryCounters();
  const workers = new Set<WorkerHandle>();

  /** The worker reads the store only after `start`, so it sees every change that was published before. */
  const start = (worker: WorkerHandle) => {
    workers.add(worker);
    void worker.ended.then(() => workers.delete(worker));
    worker.send({ kind: "start", config: configOf(worker), secret });
  };
  const publish = async (notes: readonly ChangeNote[], sender: WorkerHandle) => {
    const others = [...workers].filter((worker) => worker !== sender);
    await Promise.all(others.map((worker) => worker.sendChanges(notes)));
  };
  return (message: WorkerMessage, worker: WorkerHandle): void => {
    const { kind } = message;
    if (kind === "here") start(worker);
    if (kind === "count") worker.send({ kind: "counted", id: message.id, counts: count(message.notes) });
    if (kind === "publish") {
      void publish(message.notes, worker).then(() => worker.send({ kind: "published", id: message.id }));
    }
  };
};
