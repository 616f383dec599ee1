import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createProgress } from "./progress.js";

const open = (isTTY: boolean, isJson: boolean, total?: number) => {
  const stderr = Object.assign(new PassThrough(), { isTTY, columns: 100 });
  return { progress: createProgress({ stderr, isJson }, "rows", total), written: () => String(stderr.read() ?? "") };
};

describe("the progress of a command", () => {
  it("consists only of lines in a pipe, and of nothing with --json", () => {
    for (const [isTTY, isJson, expected] of [
      [false, false, "line 3: bad\n"],
      [false, true, ""],
      [true, true, ""],
    ] as const) {
      const { progress, written } = open(isTTY, isJson, 10);
      progress.update(1_234, 5);
      progress.writeLine("line 3: bad");
      progress.stop();
      expect(written()).toBe(expected);
    }
  });

  it("is a bar in a terminal, with rows and percentage, below its lines", () => {
    const { progress, written } = open(true, false, 10);
    progress.update(1_234, 5);
    progress.writeLine("line 3: bad");
    progress.update(5_000, 10);
    progress.stop();
    const text = written();
    for (const part of ["0 %  0 rows", "line 3: bad\n", "100 %  5,000 rows"]) expect(text).toContain(part);
  });

  it("is the number of rows if the total is not known", () => {
    const { progress, written } = open(true, false);
    progress.update(7);
    progress.stop();
    const text = written();
    expect([text.includes("0 rows"), text.includes("%")]).toEqual([true, false]);
  });
});
