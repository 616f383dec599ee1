import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { CountNote } from "./messages.js";
import { createPrimaryCounters } from "./primary-counters.js";
import { createOpenCounter } from "./worker-counter.js";

/**
 * Opens two workers of one primary process, each with a counter of two requests. `primary.isAway` makes the primary
 * silent.
 */
const openWorkers = () => {
  const count = createPrimaryCounters();
  const primary = { isAway: false, isAnswered: true, asked: 0 };
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) });
  const ask = async (note: CountNote) => {
    primary.asked += 1;
    const [counted] = primary.isAway ? [] : count([note]);
    if (counted === undefined) throw new Error("The primary process does not answer.");
    return counted;
  };
  const openIn = () => createOpenCounter({ ask, isAnswered: () => primary.isAnswered, receive: () => {} }, log);
  const [one, other] = [openIn(), openIn()];
  const options = { name: "sign-ins", points: 2, seconds: 60 };
  return { one: one(options), other: other(options), second: other({ ...options, name: "codes" }), primary, logged };
};
const remainingOf = async (counter: ReturnType<typeof openWorkers>["one"], key = "ann") =>
  (await counter.add(key)).remaining;

describe("the counter of a worker", () => {
  it("counts together with other workers, separately for each name and key", async () => {
    const { one, other, second } = openWorkers();
    expect([await remainingOf(one), await remainingOf(other)]).toEqual([1, 0]);
    expect((await one.add("ann")).isOver).toBe(true);
    expect([await remainingOf(second), await remainingOf(other, "ben")]).toEqual([1, 1]);
  });

  it("forgets only the cleared key, in all workers, once one worker has cleared it", async () => {
    const { one, other } = openWorkers();
    for (const key of ["ann", "ann", "ben", "ben"]) await one.add(key);
    await one.clear("ann");
    expect([(await other.add("ann")).isOver, (await other.add("ben")).isOver]).toEqual([false, true]);
  });

  it("applies a refund in all workers", async () => {
    const { one, other } = openWorkers();
    (await one.add("ann")).refund();
    expect(await remainingOf(other)).toBe(1);
  });

  it("counts and clears on its own while the primary does not answer, and logs that once", async () => {
    const { one, other, primary, logged } = openWorkers();
    primary.isAway = true;
    expect([await remainingOf(one), await remainingOf(one), await remainingOf(other)]).toEqual([1, 0, 1]);
    await one.clear("ann");
    expect(await remainingOf(one)).toBe(1);
    primary.isAway = false;
    for (const counter of [one, other]) expect(await remainingOf(counter, "ben")).toBe(counter === one ? 1 : 0);
    expect(logged.map((line) => line.replace(/;.*/, ""))).toEqual([
      "The primary process does not answer",
      "The primary process does not answer",
      "The primary process answers again",
      "The primary process answers again",
    ]);
  });

  it("counts on its own, without asking the primary, from a timeout until the next reply", async () => {
    const { one, other, primary, logged } = openWorkers();
    await remainingOf(one);
    primary.isAnswered = false;
    expect([await remainingOf(one), await remainingOf(other), primary.asked]).toEqual([1, 1, 1]);
    primary.isAnswered = true;
    expect([await remainingOf(one), primary.asked, logged]).toEqual([0, 2, []]);
  });

  it("also clears a key in its own count", async () => {
    const { one, primary } = openWorkers();
    primary.isAway = true;
    await remainingOf(one);
    primary.isAway = false;
    await one.clear("ann");
    primary.isAway = true;
    expect(await remainingOf(one)).toBe(1);
  });
});
