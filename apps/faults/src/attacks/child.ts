import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Cleanup } from "../cleanup.js";
import type { Target } from "./attack.js";
import type { GainCounts } from "./gains.js";
import type { Orders, Samples } from "./victim-process.js";

const ANSWER_WITHIN_MS = 30_000;

/** Compiled, because a test runs these sources without their JavaScript beside them. */
const compiled = (name: string) => fileURLToPath(new URL(`../../dist/attacks/${name}.js`, import.meta.url));

type Child<Order, Report> = { tell(order: Order): void; stop(): Promise<Report> };

const start = async <Order, Report>(
  name: string,
  args: readonly string[],
  cleanup: Cleanup,
): Promise<Child<Order | "stop", Report>> => {
  const child: ChildProcess = fork(compiled(name), [...args], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  cleanup.add(() => child.kill("SIGKILL"));
  const next = async () => {
    const [message] = (await once(child, "message", { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })) as [Report];
    return message;
  };
  await next();
  return {
    tell: (order) => void child.send(order as object),
    stop: () => {
      const report = next();
      child.send("stop");
      return report;
    },
  };
};

export const startAttacker = (name: string, cleanup: Cleanup) =>
  start<Target, GainCounts>("attacker-process", [name], cleanup);

export const startVictim = (cleanup: Cleanup) => start<Orders, Samples>("victim-process", [], cleanup);
