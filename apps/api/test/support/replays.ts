import { expect } from "vitest";
import type { TestApi } from "./test-api.js";

export type Answer = Awaited<ReturnType<TestApi["send"]>>;

/** Returns the parts of a response that a replay repeats. */
export const outcomeOf = ({ status, text, headers }: Answer) => {
  const own = new Set(["x-request-id", "date", "idempotent-replayed", "ratelimit"]);
  return { status, text, headers: Object.fromEntries([...headers].filter(([name]) => !own.has(name))) };
};
export const isReplay = ({ headers }: Answer) => headers.get("idempotent-replayed");
export const expectReplay = (repeat: Answer, first: Answer) => {
  expect(outcomeOf(repeat)).toEqual(outcomeOf(first));
  expect([isReplay(first), isReplay(repeat)]).toEqual([null, "true"]);
  expect(repeat.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
};
