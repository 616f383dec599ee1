import { describe, expect, it } from "vitest";

type Stream = { readonly isTTY: boolean; readonly write: (text: string) => void };
type Work = (showDetail: (text: string) => void) => Promise<void>;
type Module = {
  readonly createProgress: (stream: Stream) => { readonly step: (title: string, work: Work) => Promise<void> };
};

// The scripts are plain JavaScript, because they run before dependencies are installed.
const { createProgress } = (await import(new URL("../scripts/progress.mjs", import.meta.url).href)) as Module;

const createStream = (isTTY: boolean) => {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => void written.push(text) };
};

describe("progress of npm start", () => {
  it("writes the title to a pipe at once and the time at the end", async () => {
    const stream = createStream(false);
    await createProgress(stream).step("Install packages", async () => {
      expect(stream.written.join("")).toBe(`  ${"Install packages".padEnd(26)}`);
    });
    expect(stream.written.join("")).toMatch(/^ {2}Install packages +\d+\.\d s\n$/);
  });

  it("marks a step that fails and rethrows its error", async () => {
    const stream = createStream(false);
    const step = createProgress(stream).step("Build apps/api", () => Promise.reject(new Error("TS2322")));
    await expect(step).rejects.toThrow("TS2322");
    expect(stream.written.join("")).toMatch(/^ {2}Build apps\/api +\d+\.\d s {2}failed\n$/);
  });

  it("rewrites its line on a terminal with the last detail", async () => {
    const stream = createStream(true);
    await createProgress(stream).step("Install packages", async (showDetail) => {
      showDetail("312 of 480 packages");
      await expect.poll(() => stream.written.join("")).toContain("312 of 480 packages");
    });
    const clearLine = "\r\u001B[K";
    const last = stream.written.at(-1) ?? "";
    expect(last.startsWith(clearLine)).toBe(true);
    expect(last.slice(clearLine.length)).toMatch(/^ {2}Install packages +\d+\.\d s\n$/);
  });
});
