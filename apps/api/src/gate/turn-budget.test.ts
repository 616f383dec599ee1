import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RequestContext } from "../request/request-context.js";

// Loads a fresh copy of the module. An earlier test file may have ended with fake timers, under which the budget's next
// turn never comes.
const load = async () => {
  vi.resetModules();
  const { deferWrite } = await import("../fast-path/write-response.js");
  return { deferWrite, ...(await import("./turn-budget.js")) };
};
let turns: Awaited<ReturnType<typeof load>>;

const endTurn = () => new Promise((resolve) => setImmediate(resolve));
/** Queues `count` requests, and records each one that starts. */
const waitingFor = (name: string, count: number, started: string[]) => {
  let left = count;
  return {
    startNext: () => {
      left -= 1;
      started.push(name);
      return left > 0;
    },
  };
};

describe("the budget of a turn", () => {
  beforeEach(async () => {
    turns = await load();
  });
  afterEach(() => void vi.restoreAllMocks());

  it("lets connections take turns, and forgets a connection that has closed", async () => {
    const started: string[] = [];
    const [one, other, gone] = ["one", "other", "gone"].map((name) => waitingFor(name, 3, started));
    for (const waiting of [one, other, gone]) turns.awaitTurn(waiting as NonNullable<typeof waiting>);
    turns.leaveTurns(gone as NonNullable<typeof gone>);
    await endTurn();
    expect(started).toEqual(["one", "other", "one", "other", "one", "other"]);
  });

  it("starts no request immediately while another connection waits", async () => {
    expect(turns.hasTurnTime()).toBe(true);
    turns.awaitTurn(waitingFor("one", 1, []));
    expect(turns.hasTurnTime()).toBe(false);
    await endTurn();
    await endTurn();
    expect(turns.hasTurnTime()).toBe(true);
  });

  it("starts one request even if it takes the whole turn, and the others in later turns", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (now += 5));
    const started: string[] = [];
    turns.awaitTurn(waitingFor("slow", 3, started));
    await endTurn();
    expect(started).toHaveLength(1);
    await endTurn();
    await endTurn();
    expect(started).toHaveLength(3);
  });

  it("is available every 32 ms while turns accept connections, and at once after other turns", async () => {
    let now = 1_000;
    vi.spyOn(performance, "now").mockImplementation(() => (now += 1));
    const started: string[] = [];
    const endArrivalTurn = () => {
      turns.noteArrival();
      return endTurn();
    };
    await endTurn();
    turns.awaitTurn(waitingFor("one", 20, started));
    const { length: first } = await endTurn().then(() => started);
    expect(first).toBeGreaterThan(0);
    const beginsAt = now;
    while (started.length === first) await endArrivalTurn();
    expect(now - beginsAt).toBeGreaterThan(20);
    const { length: second } = started;
    await endTurn();
    expect(started.length).toBeGreaterThan(second);
  });

  it("includes the time to write a response that would otherwise be deferred", async () => {
    const written: boolean[] = [];
    const context = { response: { headersSent: false, destroyed: false } } as RequestContext;
    const write = () => void written.push(turns.hasWaitedForTurn());
    turns.deferWrite(context, write);
    expect(written).toEqual([]);
    await endTurn();
    expect(written).toEqual([false]);
    turns.awaitTurn({
      startNext: () => {
        turns.deferWrite(context, write);
        expect(written).toEqual([false, true]);
        return false;
      },
    });
    await endTurn();
    expect(written).toEqual([false, true]);
  });
});
