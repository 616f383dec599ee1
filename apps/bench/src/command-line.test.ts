import { afterEach, describe, expect, it, vi } from "vitest";
import { flag, number, readOptions, text, texts } from "./command-line.js";

const known = { minutes: number(10, 0.1, 600), list: flag, "data-dir": text, import: texts };
const none = { minutes: 10, list: false, "data-dir": undefined, import: [] };
const help = "the help\n";

describe("readOptions", () => {
  let written = "";
  const read = (...args: string[]) => {
    written = "";
    const write = (chunk: unknown) => (written += String(chunk)) !== "";
    for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, "write").mockImplementation(write);
    const options = readOptions(known, help, args);
    vi.restoreAllMocks();
    return options;
  };
  afterEach(() => (process.exitCode = undefined));

  it("returns each option's initial value, and what was given instead", () => {
    expect(read("--")).toEqual(none);
    expect(read("--minutes", "0.5", "--list", "--data-dir=/a")).toEqual({
      ...{ minutes: 0.5, list: true, "data-dir": "/a", import: [] },
    });
    expect(read("--import", "a", "--import", "b")).toEqual({ ...none, import: ["a", "b"] });
  });

  it("prints the help on request", () => {
    expect([read("--list", "-h"), written, process.exitCode]).toEqual([undefined, help, undefined]);
  });

  it.each([
    [["--minutes", "601"], "--minutes must be a number from 0.1 to 600."],
    [["--minutes", "x"], "--minutes must be a number from 0.1 to 600."],
    [["--colour"], "Unknown option '--colour'"],
  ])("refuses %j with the reason and the help", (args, reason) => {
    expect([read(...args), process.exitCode]).toEqual([undefined, 1]);
    expect(written).toContain(reason);
    expect(written).toContain(help);
  });
});
