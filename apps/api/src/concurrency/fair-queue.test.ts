import fc from "fast-check";
import { expect, it } from "vitest";
import { createFairQueue, type Flow } from "./fair-queue.js";

const of = (account: string, key: string): Flow => ({ account, key: `${account}/${key}` });
const drain = <Item>(queue: ReturnType<typeof createFairQueue<Item>>): Item[] => {
  const items: Item[] = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) items.push(next.item);
  return items;
};

it("serves accounts in turn, the keys of an account in turn, and the items of a key in order", () => {
  const queue = createFairQueue<string>();
  for (const item of ["a1", "a2", "a3"]) queue.push(of("A", "x"), item);
  for (const item of ["b1", "b2"]) queue.push(of("A", "y"), item);
  for (const item of ["c1", "c2"]) queue.push(of("B", "z"), item);
  expect(drain(queue)).toEqual(["a1", "c1", "b1", "c2", "a2", "b2", "a3"]);
});

it("skips flows that are not eligible, and keeps their place in the queue", () => {
  const queue = createFairQueue<string>();
  queue.push(of("A", "x"), "a1");
  queue.push(of("B", "y"), "b1");
  expect(queue.shift(({ account }) => account !== "A")?.item).toBe("b1");
  expect(queue.shift(({ account }) => account !== "A")).toBeUndefined();
  expect(queue.shift()?.item).toBe("a1");
});

it("removes any item, and lists the waiting flows", () => {
  const queue = createFairQueue<string>();
  queue.push(of("A", "x"), "a1");
  queue.push(of("A", "x"), "a2");
  queue.push(of("B", "y"), "b1");
  queue.remove(of("A", "x"), "a1");
  queue.remove(of("A", "x"), "unknown");
  expect([queue.size(), queue.flows()]).toEqual([2, [of("A", "x"), of("B", "y")]]);
  expect(queue.shiftOf(of("B", "y"))?.item).toBe("b1");
  expect(drain(queue)).toEqual(["a2"]);
  expect(queue.size()).toBe(0);
});

it("serves each account again after at most one turn of every other account", () => {
  const pushes = fc.array(fc.record({ account: fc.nat(3), key: fc.nat(2) }), { maxLength: 60 });
  fc.assert(
    fc.property(pushes, (all) => {
      const queue = createFairQueue<string>();
      for (const { account, key } of all) queue.push(of(String(account), String(key)), `${account}`);
      const served = drain(queue);
      expect(served).toHaveLength(all.length);
      // While an account waits for its next turn, every other account is served at most once.
      for (const [at, account] of served.entries()) {
        const next = served.indexOf(account, at + 1);
        const between = next === -1 ? [] : served.slice(at + 1, next);
        expect(new Set(between).size).toBe(between.length);
      }
    }),
  );
});
