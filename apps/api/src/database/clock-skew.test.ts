import type { LogFn } from "pino";
import { expect, it, vi } from "vitest";
import { createClockWarning } from "./clock-skew.js";

it("warns once when the clocks begin to differ, says so when they agree again, and then warns anew", () => {
  const log = { warn: vi.fn<LogFn>(), info: vi.fn<LogFn>() };
  const note = createClockWarning(log);
  for (const seconds of [0.2, 3_600, 3_600, -0.1, 0.1, -90]) note(seconds);
  expect(log.warn.mock.calls.map(([, text]) => text)).toEqual([
    expect.stringMatching(/^The clock of this machine is 3,600 s behind that of the database, .*: correct the clock/),
    expect.stringMatching(/^The clock of this machine is 90 s ahead of that of the database, /),
  ]);
  expect(log.info.mock.calls).toEqual([["The clock of this machine agrees with that of the database again."]]);
});
