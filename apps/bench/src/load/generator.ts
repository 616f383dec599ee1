import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Cleanup } from "../cleanup.js";
import type { Job, Outcome } from "./job.js";

/** The time that is allowed for opening the idle connections and for receiving the last responses. */
const GRACE_MS = 60_000;

export type Generator = { run(job: Job): Promise<Outcome> };

export const openGenerator = (cleanup: Cleanup): Generator => {
  const path = fileURLToPath(new URL("generator-process.js", import.meta.url));
  const child = fork(path, { serialization: "advanced" });
  const ended = once(child, "exit").then(([code, signal]) => {
    throw new Error(`The load generator ended (${String(signal ?? code)}).`);
  });
  ended.catch(() => {});
  cleanup.add(() => void child.kill("SIGKILL"));
  return {
    run: async (job) => {
      child.send(job);
      const signal = AbortSignal.timeout((job.warmUpSeconds + job.seconds) * 1000 + GRACE_MS);
      const [outcome] = (await Promise.race([once(child, "message", { signal }), ended])) as [Outcome];
      return outcome;
    },
  };
};
