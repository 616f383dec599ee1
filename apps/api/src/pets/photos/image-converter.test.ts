import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { makeTemporaryFolder } from "../../../test/support/temporary-folder.js";
import { createImageConverter } from "./image-converter.js";

const flow = { account: "a", key: "a" };
const image = (path: string, mebibytes = 1) => ({ path, mebibytes });

describe("createImageConverter", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
  });

  const open = (settings: Parameters<typeof createImageConverter>[0] = {}) => {
    const converter = createImageConverter(settings);
    onTestFinished(converter.close);
    return converter;
  };

  /** Creates a converter whose process does what the path of the image says. */
  const acting = async (settings: object = {}) => {
    const script = join(folder, "act.mjs");
    const source = `
      process.on("disconnect", () => process.exit());
      process.on("message", (act) => {
        if (act === "convert") process.send({ result: {} });
        if (act === "damaged") process.send({ damage: "" });
        if (act === "crash") process.kill(process.pid, "SIGSEGV");
        if (act === "refuse") process.send({ excess: "memory" });
        if (act === "keep") process.send({ result: { length: (globalThis.kept = Buffer.alloc(100 * 1_048_576, 1)).length } });
        if (act === "allocate") globalThis.kept = Buffer.alloc(300 * 1_048_576, 1);
        if (act === "compute") for (;;);
        if (act === "slow") setTimeout(() => process.send({ result: {} }), 200);
      });
      process.send({ isReady: true });`;
    await writeFile(script, source);
    return open({ script, ...settings });
  };

  const again = "the image could not be processed; send it again";
  const outcomes: [act: string, status: number, message: string, isKept: boolean, cause?: string][] = [
    ["damaged", 400, "body is a damaged", true],
    ["refuse", 400, "body is an image that takes too much memory to read", true],
    ["crash", 503, again, false, "The process that reads images ended with SIGSEGV."],
    ["hang", 503, again, false, "The process gave no answer within 50 ms."],
  ];
  it.each(outcomes)("rejects an image that makes the process %s, then reads the next one", async (act, ...expected) => {
    const [status, message, isKept, cause] = expected;
    const converter = await acting({ maxMs: act === "hang" ? 50 : 60_000 });
    await converter.convert(flow, image("convert"));
    const before = converter.pid();
    await expect(converter.convert(flow, image(act))).rejects.toMatchObject({
      status,
      message: expect.stringContaining(message),
      // Checks the cause, because a process that was ended after a time-out would have another one.
      ...(cause !== undefined && { cause: { message: cause } }),
    });
    expect(await converter.convert(flow, image("convert"))).toEqual({});
    expect(converter.pid() === before).toBe(isKept);
  });

  const excesses: [act: string, message: string][] = [
    ["allocate", "too much memory"],
    ["compute", "too much time"],
  ];
  it.runIf(process.platform === "linux").each(excesses)(
    "kills a process that has to %s too much, and then reads the next image",
    async (act, message) => {
      const converter = await acting({ maxCpuMs: act === "compute" ? 200 : 10_000 });
      await converter.convert(flow, image("convert"));
      const before = converter.pid();
      const [hostile, waiting] = await Promise.allSettled(
        [act, "convert"].map((one) => converter.convert(flow, image(one))),
      );
      expect(hostile).toMatchObject({ reason: { status: 400, message: expect.stringContaining(message) } });
      expect(waiting).toEqual({ status: "fulfilled", value: {} });
      expect(converter.pid()).not.toBe(before);
    },
  );

  it("queues at most 24 images per key, and serves other keys at the same time", async () => {
    const converter = await acting();
    const many = Array.from({ length: 40 }, () => converter.convert(flow, image("convert")));
    const other = converter.convert({ account: "b", key: "b" }, image("convert"));
    const answers = await Promise.allSettled(many);
    expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(15);
    expect(answers.at(-1)).toMatchObject({ reason: { status: 429, headers: { "Retry-After": expect.any(String) } } });
    expect(await other).toEqual({});
  });

  it("ends its process when it is idle, and when it is closed", async () => {
    const idle = await acting({ idleMs: 50 });
    await idle.convert(flow, image("convert"));
    await expect.poll(idle.pid).toBeUndefined();
    const closed = await acting();
    await closed.convert(flow, image("convert"));
    await closed.close();
    expect(closed.pid()).toBeUndefined();
    await expect(closed.convert(flow, image("convert"))).rejects.toMatchObject({ status: 503 });
  });

  it("does not end its process while the process reads another image", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const converter = await acting({ idleMs: 1_000 });
    await converter.convert(flow, image("convert"));
    const slow = converter.convert(flow, image("slow"));
    await turn();
    vi.advanceTimersByTime(1_000);
    expect(await slow).toEqual({});
  });

  it("returns 503 if sharp does not load", async () => {
    const script = join(folder, "broken.mjs");
    await writeFile(script, 'process.send({ failure: "no sharp" });');
    await expect(open({ script }).convert(flow, image("x"))).rejects.toMatchObject({
      status: 503,
      message: "this service cannot process images; the reason is in its log, which the operator can read",
      cause: { message: "no sharp" },
    });
  });

  it.runIf(process.platform === "linux")(
    "has a process that is killed first when memory runs out, and that ends with the converter",
    async () => {
      const converter = await acting();
      await converter.convert(flow, image("convert"));
      const pid = converter.pid() ?? 0;
      await expect.poll(() => readFile(`/proc/${pid}/oom_score_adj`, "utf8")).toBe("1000\n");
      await converter.close();
      await expect(readFile(`/proc/${pid}/stat`)).rejects.toThrow("ENOENT");
    },
  );

  it.runIf(process.platform === "linux")(
    "starts a new process for an image that does not fit next to the memory in use",
    async () => {
      const converter = await acting();
      await converter.convert(flow, image("keep"));
      const before = converter.pid();
      await converter.convert(flow, image("convert", 50));
      expect(converter.pid()).toBe(before);
      await converter.convert(flow, image("convert", 180));
      expect(converter.pid()).not.toBe(before);
    },
  );
});
