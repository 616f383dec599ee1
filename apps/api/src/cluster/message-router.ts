import { randomBytes } from "node:crypto";
import type { Config } from "../config.js";
import { createPrimaryCounters } from "./primary-counters.js";
import type { WorkerHandle } from "./worker-handle.js";
import type { ChangeNote, WorkerMessage } from "./messages.js";

const SECRET_BYTES = 32;

/** What workers ask of the primary while they serve: to count, and to tell the others of changes. */
export const createMessageRouter = (configOf: (link: WorkerHandle) => Config) => {
  const secret = randomBytes(SECRET_BYTES).toString("base64");
  const count = createPrimaryCounters();
  const links = new Set<WorkerHandle>();

  /** It reads the store only after this: so what was committed before, and the primary told of, it sees there. */
  const begin = (link: WorkerHandle) => {
    links.add(link);
    void link.ended.then(() => links.delete(link));
    link.send({ kind: "begin", config: configOf(link), secret });
  };
  const tellOthers = async (notes: readonly ChangeNote[], teller: WorkerHandle) => {
    const others = [...links].filter((link) => link !== teller);
    await Promise.all(others.map((link) => link.hear(notes)));
  };
  return (message: WorkerMessage, link: WorkerHandle): void => {
    const { kind } = message;
    if (kind === "here") begin(link);
    if (kind === "count") link.send({ kind: "counted", id: message.id, counts: count(message.notes) });
    if (kind === "tell") {
      void tellOthers(message.notes, link).then(() => link.send({ kind: "told", id: message.id }));
    }
  };
};
