import fc from "fast-check";
import { expect, it } from "vitest";
import { together } from "./together.js";

const gate = () => {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

/** Carries nothing out before it is told to; remembers who went with whom. */
const createWork = () => {
  const companies: (readonly number[])[] = [];
  const gates: ReturnType<typeof gate>[] = [];
  const carryOut = async (calls: readonly number[]) => {
    const end = gate();
    companies.push(calls);
    gates.push(end);
    await end.opened;
    return calls.map((call) => call * 10);
  };
  return { companies, carryOut, end: (at: number) => gates[at]?.open() };
};

const untilImmediate = () => new Promise((resolve) => setImmediate(resolve));

it("carries out what comes at the same moment together, and answers each its own", async () => {
  const { companies, carryOut, end } = createWork();
  const call = together(carryOut, { most: 10, atOnce: 1 });
  const answers = Promise.all([call(1), call(2), call(3)]);
  await untilImmediate();
  expect(companies).toEqual([[1, 2, 3]]);
  end(0);
  expect(await answers).toEqual([10, 20, 30]);
});

it("carries one that comes alone out alone, without waiting for another", async () => {
  const { companies, carryOut, end } = createWork();
  const call = together(carryOut, { most: 10, atOnce: 1 });
  const answer = call(1);
  await untilImmediate();
  expect(companies).toEqual([[1]]);
  end(0);
  expect(await answer).toBe(10);
});

it("lets those that come while others are under way go together when these have ended, before they are answered", async () => {
  const { companies, carryOut, end } = createWork();
  const call = together(carryOut, { most: 10, atOnce: 2 });
  const answers: Promise<number>[] = [];
  for (const one of [1, 2, 3]) {
    answers.push(call(one));
    await untilImmediate();
  }
  expect(companies).toEqual([[1]]);
  end(0);
  const sentFirst = answers[0]?.then(() => companies.length);
  expect(await sentFirst).toBe(2);
  expect(companies).toEqual([[1], [2, 3]]);
  end(1);
  expect(await Promise.all(answers)).toEqual([10, 20, 30]);
});

it("carries no more out together than may go, and others beside them only where more wait", async () => {
  const { companies, carryOut, end } = createWork();
  const call = together(carryOut, { most: 2, atOnce: 3 });
  const answers = Promise.all([1, 2, 3, 4, 5, 6].map(call));
  await untilImmediate();
  expect(companies).toEqual([
    [1, 2],
    [3, 4],
  ]);
  end(1);
  await untilImmediate();
  expect(companies).toEqual([
    [1, 2],
    [3, 4],
  ]);
  end(0);
  await untilImmediate();
  expect(companies.at(-1)).toEqual([5, 6]);
  end(2);
  expect(await answers).toEqual([10, 20, 30, 40, 50, 60]);
});

it("answers a failure to each that it concerns, and goes on with the next", async () => {
  const failure = new Error("of the work");
  const carryOut = async (calls: readonly number[]) => {
    if (calls.includes(1)) throw failure;
    return calls;
  };
  const call = together(carryOut, { most: 2, atOnce: 1 });
  expect(await Promise.allSettled([1, 2, 3].map(call))).toEqual([
    { status: "rejected", reason: failure },
    { status: "rejected", reason: failure },
    { status: "fulfilled", value: 3 },
  ]);
});

it("answers a failure also where the work throws before it has begun", async () => {
  const failure = new Error("at once");
  const fail = () => {
    throw failure;
  };
  const call = together<number, number>(fail, { most: 2, atOnce: 1 });
  await expect(call(1)).rejects.toBe(failure);
  await expect(call(2)).rejects.toBe(failure);
});

it("carries each call out once, in order, within its bounds, whenever it comes and whatever fails", async () => {
  const bounds = fc.record({ most: fc.integer({ min: 1, max: 5 }), atOnce: fc.integer({ min: 1, max: 3 }) });
  const turns = fc.array(fc.record({ calls: fc.nat(6), fails: fc.boolean() }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(bounds, turns, async ({ most, atOnce }, turns) => {
      const companies: (readonly number[])[] = [];
      let underWay = 0;
      let mostUnderWay = 0;
      const call = together(
        async (calls: readonly number[]) => {
          mostUnderWay = Math.max(mostUnderWay, (underWay += 1));
          const fails = turns[companies.push(calls) - 1]?.fails;
          await untilImmediate();
          underWay -= 1;
          if (fails) throw new Error("of the work");
          return calls;
        },
        { most, atOnce },
      );
      const answers: Promise<number | "failed">[] = [];
      for (const { calls } of turns) {
        for (let count = 0; count < calls; count += 1) answers.push(call(answers.length).catch(() => "failed"));
        await untilImmediate();
      }
      const results = await Promise.all(answers);
      const expected = companies.flatMap((calls, at) => calls.map((one) => (turns[at]?.fails ? "failed" : one)));
      expect(companies.flat()).toEqual(answers.map((_, at) => at));
      expect(results).toEqual(expected);
      expect(companies.every(({ length }) => length >= 1 && length <= most)).toBe(true);
      expect(mostUnderWay).toBeLessThanOrEqual(atOnce);
    }),
  );
});
