import { expect, it, vi } from "vitest";
import { checkWorkers } from "./check-workers.js";

const machine = { cores: 4, memoryBytes: 2 * 1024 ** 3 };
const check = (workers: number) => {
  const warn = vi.fn<(text: string) => void>();
  checkWorkers(workers, { warn }, machine);
  return warn.mock.calls.flat();
};

it("says nothing while there is a core and memory for each worker", () => {
  expect([check(1), check(4)]).toEqual([[], []]);
});

it("warns of more workers than cores, and says how many are useful", () => {
  expect(check(5)).toEqual([
    expect.stringMatching(/^WORKERS is 5, and this machine has 4 cores; .* lower WORKERS to 4\.$/),
  ]);
});

it("refuses workers that do not fit into the memory, and says how many do", () => {
  expect(() => check(64)).toThrow(
    "WORKERS is 64, for which 8.1 GiB of memory are needed, and this process may use 2.0 GiB: lower WORKERS to 15 or less, or give it more memory.",
  );
});

it("lets a single process start in any memory", () => {
  expect(() => checkWorkers(1, { warn: () => {} }, { cores: 1, memoryBytes: 1 })).not.toThrow();
});
