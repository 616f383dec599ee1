import { expect, it } from "vitest";
import type { Query } from "../database/query.js";
import { takeImportLock } from "./import-lock.js";

/** Returns a lock that becomes free at the attempt with this number. */
const lockFreeAt = (number: number) => {
  let attempts = 0;
  const query = (async () => [{ isAcquired: (attempts += 1) >= number }]) as unknown as Query;
  return { query, attempts: () => attempts };
};

it("reports once that an import waits for another one, and reports nothing if it does not wait", async () => {
  let told = 0;
  const waiting = { signal: new AbortController().signal, onWait: () => void (told += 1) };
  await takeImportLock(lockFreeAt(1).query, waiting);
  expect(told).toBe(0);
  const taken = lockFreeAt(3);
  await takeImportLock(taken.query, waiting);
  expect([told, taken.attempts()]).toEqual([1, 3]);
});

it("ends the wait of an import that is interrupted", async () => {
  const interrupted = new AbortController();
  const never = lockFreeAt(Number.POSITIVE_INFINITY);
  const taking = takeImportLock(never.query, { signal: interrupted.signal, onWait: () => interrupted.abort() });
  await expect(taking).rejects.toMatchObject({ name: "AbortError" });
  expect(never.attempts()).toBe(1);
});
