import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import type { Target } from "./attack.js";
import type { GainCounts } from "./gains.js";
import type { News, Samples, VictimOrder } from "./messages.js";

const START_WITHIN_MS = 30_000;

/** This uses the compiled file, because a test runs these sources without the JavaScript next to them. */
const compiled = (name: string) => fileURLToPath(new URL(`../../dist/attacks/${name}.js`, import.meta.url));

type Child<Order, Report> = { tell(order: Order): void; hasBegun(): boolean; stop(): Promise<Report> };

const start = async <Order, Report>(
  name: string,
  args: readonly string[],
  cleanup: Cleanup,
): Promise<Child<Order, Report>> => {
  const child: ChildProcess = fork(compiled(name), [...args], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  cleanup.add(() => child.kill("SIGKILL"));
  let hasBegun = false;
  const reported = new Promise<Report>((resolve, reject) => {
    child.on("message", (news: News<Report>) => {
      if (news.kind === "begun") hasBegun = true;
      if (news.kind === "report") resolve(news.report);
    });
    child.once("exit", () => reject(new Error(`${name} ended without a report.`)));
  });
  reported.catch(() => {});
  await once(child, "message", { signal: AbortSignal.timeout(START_WITHIN_MS) });
  return {
    tell: (order) => void child.send(order as object),
    hasBegun: () => hasBegun,
    stop: () => {
      child.send("stop");
      return reported;
    },
  };
};

export const startAttacker = (name: string, cleanup: Cleanup) =>
  start<Target, GainCounts>("attacker-process", [name], cleanup);

export const startVictim = (cleanup: Cleanup) => start<VictimOrder, Samples>("victim-process", [], cleanup);
