import { randomBytes } from "node:crypto";
import type { Config } from "../config.js";
import { createPrimaryCounters } from "./primary-counters.js";
import type { WorkerHandle } from "./worker-handle.js";
import type { ChangeNote, WorkerMessage } from "./messages.js";

const SECRET_BYTES = 32;

/** What workers ask of the primary while they serve: to count, and to tell the others of changes. */
export const createMessageRouter = (configOf: (worker: WorkerHandle) => Config) => {
  const secret = randomBytes(SECRET_BYTES).toString("base64");
  const count = createPrimaryCounters();
  const workers = new Set<WorkerHandle>();

  /** It reads the store only after this: so what was committed before, and the primary told of, it sees there. */
  const begin = (worker: WorkerHandle) => {
    workers.add(worker);
    void worker.ended.then(() => workers.delete(worker));
    worker.send({ kind: "begin", config: configOf(worker), secret });
  };
  const tellOthers = async (notes: readonly ChangeNote[], teller: WorkerHandle) => {
    const others = [...workers].filter((worker) => worker !== teller);
    await Promise.all(others.map((worker) => worker.hear(notes)));
  };
  return (message: WorkerMessage, worker: WorkerHandle): void => {
    const { kind } = message;
    if (kind === "here") begin(worker);
    if (kind === "count") worker.send({ kind: "counted", id: message.id, counts: count(message.notes) });
    if (kind === "tell") {
      void tellOthers(message.notes, worker).then(() => worker.send({ kind: "told", id: message.id }));
    }
  };
};
