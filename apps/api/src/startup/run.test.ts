import { afterEach, expect, it, vi } from "vitest";
import { OperatorError } from "../config/operator-error.js";
import { run } from "./run.js";

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const mistake = (isTemporary: boolean) =>
  new OperatorError("start_failed", "It is wrong:", "mend it.", { isTemporary });

it.each([
  [
    "for a mistake of the operator prints one sentence and exits with 78, which stops systemd",
    mistake(false),
    78,
    /^It is wrong: mend it\.\n$/,
  ],
  ["for a problem that may pass prints one sentence and exits with 1", mistake(true), 1, /^It is wrong: mend it\.\n$/],
  ["for a defect prints its stack and exits with 1", new TypeError("boom"), 1, /^TypeError: boom\n {4}at /],
])("%s", async (_what, error, code, text) => {
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => written.push(String(line)) > 0);
  await run(() => Promise.reject(error));
  const exitCode = process.exitCode;
  vi.restoreAllMocks();
  expect([exitCode, written.join("")]).toEqual([code, expect.stringMatching(text)]);
});

it("does not change the exit code of a program that ends", async () => {
  await run(async () => {});
  expect(process.exitCode).toBeUndefined();
});
