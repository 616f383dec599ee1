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
    "a mistake of the operator is one sentence and 78, so that systemd does not repeat it",
    mistake(false),
    78,
    /^It is wrong: mend it\.\n$/,
  ],
  ["what may pass is one sentence and 1", mistake(true), 1, /^It is wrong: mend it\.\n$/],
  ["a defect is its stack and 1", new TypeError("boom"), 1, /^TypeError: boom\n {4}at /],
])("%s", async (_what, error, code, text) => {
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => written.push(String(line)) > 0);
  await run(() => Promise.reject(error));
  const exitCode = process.exitCode;
  vi.restoreAllMocks();
  expect([exitCode, written.join("")]).toEqual([code, expect.stringMatching(text)]);
});

it("a program that ends leaves the exit code alone", async () => {
  await run(async () => {});
  expect(process.exitCode).toBeUndefined();
});
