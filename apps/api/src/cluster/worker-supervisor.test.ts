import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forkFakeWorkers, skipPauses, turn, type FakeWorker } from "../../test/support/fake-workers.js";
import { parseConfig } from "../config/config.js";
import { OperatorError } from "../config/operator-error.js";
import { StartMustWait } from "../database/start-must-wait.js";
import { startWorkerSupervisor } from "./worker-supervisor.js";

const ADDRESS = "http://127.0.0.1:4010";
const ELSEWHERE = "http://127.0.0.1:4011";

let forked: FakeWorker[];
let skipped: ReturnType<typeof skipPauses>;
let logged: { msg: string; worker?: number; how?: string; workers?: number[] }[];
let released: number;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  forked = forkFakeWorkers();
  skipped = skipPauses();
  logged = [];
  released = 0;
});
afterEach(() => {
  skipped.restore();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Starts two workers, which have sent no message yet. */
const start = () => {
  const config = parseConfig({ WORKERS: "2", PORT: "4010", SHUTDOWN_GRACE_SECONDS: "5" });
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number]) });
  const supervisor = startWorkerSupervisor(config, log, () => void (released += 1));
  const outcome: { address?: string; error?: unknown } = {};
  supervisor.listening.then(
    (address) => void (outcome.address = address),
    (error: unknown) => void (outcome.error = error),
  );
  const [one, other] = forked as [FakeWorker, FakeWorker];
  return { supervisor, one, other, outcome };
};
/** Starts two workers that listen. */
const listen = async () => {
  const started = start();
  for (const worker of [started.one, started.other]) worker.listenAt(ADDRESS);
  await turn();
  return started;
};

describe("the supervisor of workers", () => {
  it("listens once each worker does, frees the port for each, and tells them to become ready", async () => {
    const { supervisor, one, other, outcome } = start();
    one.listenAt(ADDRESS);
    await turn();
    expect([outcome, forked.length, supervisor.workers.size]).toEqual([{}, 2, 2]);
    other.tell({ kind: "here" });
    expect(released).toBe(1);
    other.tell({ kind: "prepared" });
    expect([released, other.kinds]).toEqual([2, ["start", "listen"]]);
    other.tell({ kind: "listening", address: ADDRESS });
    await turn();
    expect(outcome).toEqual({ address: ADDRESS });
    expect([one.kinds, other.kinds]).toEqual([0, 1].map(() => ["start", "listen"]));
    supervisor.markReady();
    expect([one.kinds, other.kinds]).toEqual([0, 1].map(() => ["start", "listen", "ready"]));
  });

  it("tells a replacement what the first worker was told, and tells the others nothing", async () => {
    const { supervisor, one, other } = await listen();
    supervisor.markReady();
    one.exit(null, "SIGKILL");
    await turn();
    const [, , third] = forked;
    third?.listenAt(ADDRESS);
    expect([third?.kinds, other.kinds]).toEqual([0, 1].map(() => ["start", "listen", "ready"]));
    expect([released, [...supervisor.workers].map(({ pid }) => pid)]).toEqual([3, [1_001, 1_002]]);
    expect(logged).toMatchObject([
      { worker: 1_000, how: "SIGKILL", msg: expect.stringContaining("is taking its place") },
    ]);
  });

  it("does not tell a replacement to become ready before the other workers are", async () => {
    const { one } = await listen();
    one.exit(1);
    await turn();
    forked[2]?.listenAt(ADDRESS);
    expect(forked[2]?.kinds).toEqual(["start", "listen"]);
  });

  it("ends a worker that listens at another address, and waits for its replacement", async () => {
    const { supervisor, one, other, outcome } = start();
    one.listenAt(ADDRESS);
    other.listenAt(ELSEWHERE);
    await turn();
    expect([one.signals, other.signals, outcome]).toEqual([[], ["SIGKILL"], {}]);
    other.exit(null, "SIGKILL");
    await turn();
    forked[2]?.listenAt(ADDRESS);
    await turn();
    expect([outcome, supervisor.workers.size]).toEqual([{ address: ADDRESS }, 2]);
  });

  it("does not count a worker that has ended as listening", async () => {
    const { one, other, outcome } = start();
    one.listenAt(ADDRESS);
    one.exit(1);
    await turn();
    other.listenAt(ADDRESS);
    await turn();
    expect(outcome).toEqual({});
  });

  it("doubles its pause after each early exit, up to ten seconds, but not after a late exit", async () => {
    await listen();
    const exitAfter = async (ms: number) => {
      vi.advanceTimersByTime(ms);
      forked.at(-1)?.exit(1);
      await turn();
    };
    for (let count = 0; count < 9; count += 1) await exitAfter(9_999);
    expect(skipped.pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
    await exitAfter(10_000);
    await exitAfter(0);
    expect(skipped.pauses.slice(-2)).toEqual([0, 100]);
    expect(forked).toHaveLength(13);
  });

  it("gives up at the third early exit of a start, with a temporary error", async () => {
    const { one, outcome } = start();
    one.exit(1);
    await turn();
    forked[2]?.exit(1);
    await turn();
    expect([outcome, forked.length]).toEqual([{}, 4]);
    forked[3]?.exit(9);
    await turn();
    expect(outcome.error).toBeInstanceOf(OperatorError);
    expect(outcome.error).toMatchObject({
      isTemporary: true,
      message: expect.stringContaining("(exit code 9, 3 times)"),
    });
    expect(forked).toHaveLength(4);
  });

  it.each([false, true])(
    "ends the start with the failure that a worker reports, with isTemporary %s",
    async (isTemporary) => {
      const { one, outcome } = start();
      one.tell({ kind: "failed", problem: "The port is taken:", remedy: "stop it.", isTemporary });
      await turn();
      expect(outcome.error).not.toBeInstanceOf(StartMustWait);
      expect(outcome.error).toMatchObject({
        message: "The port is taken: stop it.",
        code: "start_failed",
        isTemporary,
      });
      expect(logged).toEqual([]);
    },
  );

  it("delays the start if a worker reports that the database is away", async () => {
    const { one, outcome } = start();
    one.tell({ kind: "failed", problem: "It is away:", remedy: "start it.", reason: "refused", isTemporary: true });
    await turn();
    expect(outcome.error).toBeInstanceOf(StartMustWait);
    expect(outcome.error).toMatchObject({ message: "It is away: start it.", reason: "refused" });
  });

  it("logs the failure of a worker that will be replaced, and continues", async () => {
    const { one, outcome } = start();
    one.tell({ kind: "failed", problem: "TypeError: boom" });
    await turn();
    expect([outcome, logged.map(({ msg }) => msg)]).toEqual([{}, ["A worker cannot start: TypeError: boom"]]);
    for (const worker of forked) worker.listenAt(ADDRESS);
    await turn();
    one.tell({ kind: "failed", problem: "It is away:", remedy: "start it.", reason: "refused" });
    expect(logged.at(-1)?.msg).toBe("A worker cannot start: It is away: start it.");
  });

  it("stops all workers, even those that start late, replaces none of them, and leaves no timer", async () => {
    const { supervisor, one, other } = start();
    one.listenAt(ADDRESS);
    let hasStopped = false;
    const stopped = supervisor.stop().then(() => (hasStopped = true));
    other.tell({ kind: "here" });
    expect([one.kinds, other.kinds]).toEqual([
      ["start", "listen", "stop"],
      ["stop", "stop"],
    ]);
    one.exit(0);
    await turn();
    expect(hasStopped).toBe(false);
    other.exit(0);
    await stopped;
    expect([forked.length, logged, skipped.pauses, vi.getTimerCount()]).toEqual([2, [], [], 0]);
  });

  it("starts no worker if the supervisor was stopped during a pause", async () => {
    const { supervisor, one, other } = start();
    one.exit(1);
    const stopped = supervisor.stop();
    other.exit(0);
    await stopped;
    await turn();
    expect(forked).toHaveLength(2);
  });

  it("ends workers that have not stopped 20 seconds after the grace, and lets PostgreSQL notice", async () => {
    const { supervisor, one, other } = await listen();
    const stopped = supervisor.stop();
    one.exit(0);
    await turn();
    vi.advanceTimersByTime(9_000);
    other.tell({ kind: "received", id: other.sent.findLast((message) => message.kind === "changes")?.id ?? 0 });
    await turn();
    vi.advanceTimersByTime(9_000);
    other.tell({ kind: "received", id: other.sent.findLast((message) => message.kind === "changes")?.id ?? 0 });
    await turn();
    vi.advanceTimersByTime(6_999);
    expect([other.signals, logged]).toEqual([[], []]);
    vi.advanceTimersByTime(1);
    expect([one.signals, other.signals, logged[0]?.workers]).toEqual([[], ["SIGKILL"], [1_001]]);
    other.exit(null, "SIGKILL");
    await stopped;
    expect(skipped.pauses).toEqual([500]);
  });

  it("ends every worker when this process exits", async () => {
    const { supervisor, one, other } = await listen();
    supervisor.kill();
    expect([one.signals, other.signals]).toEqual([["SIGKILL"], ["SIGKILL"]]);
  });
});
