import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { imageOf } from "../../../test/support/images.js";
import { makeTemporaryFolder } from "../../../test/support/temporary-folder.js";
import { createImageConverter } from "./image-converter.js";

const flow = { account: "a", key: "a" };

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

  /** A converter whose process does what the path of the image says. */
  const acting = async (settings: object = {}) => {
    const script = join(folder, "act.mjs");
    const source = `
      process.on("disconnect", () => process.exit());
      process.on("message", (act) => {
        if (act === "convert") process.send({ result: {} });
        if (act === "damaged") process.send({ damage: "" });
        if (act === "crash") process.kill(process.pid, "SIGSEGV");
        if (act === "swell") process.exit(86);
        if (act === "spin") process.exit(87);
        if (act === "allocate") globalThis.kept = Buffer.alloc(300 * 1_048_576, 1);
        if (act === "compute") for (;;);
      });
      process.send({ isReady: true });`;
    await writeFile(script, source);
    return open({ script, ...settings });
  };

  const outcomes: [act: string, status: number, message: string, isKept: boolean][] = [
    ["damaged", 400, "body must be a complete JPEG, PNG or WebP", true],
    ["crash", 503, "the image could not be processed; send it again", false],
    ["swell", 400, "body takes too much memory to read", false],
    ["spin", 400, "body takes too much time to read", false],
    ["hang", 503, "the image could not be processed; send it again", false],
  ];
  it.each(outcomes)("answers an image that makes the process %s, then reads the next one", async (act, ...expected) => {
    const [status, message, isKept] = expected;
    const converter = await acting({ maxMs: act === "hang" ? 50 : 10_000 });
    await converter.convert(flow, "convert");
    const before = converter.pid();
    await expect(converter.convert(flow, act)).rejects.toMatchObject({
      status,
      message: expect.stringContaining(message),
    });
    expect(await converter.convert(flow, "convert")).toEqual({});
    expect(converter.pid() === before).toBe(isKept);
  });

  const excesses: [act: string, message: string][] = [
    ["allocate", "too much memory"],
    ["compute", "too much time"],
  ];
  it.runIf(process.platform === "linux").each(excesses)(
    "kills a process that must %s too much, and reads the image that waits",
    async (act, message) => {
      const converter = await acting({ maxCpuMs: act === "compute" ? 200 : 10_000 });
      await converter.convert(flow, "convert");
      const before = converter.pid();
      const [hostile, waiting] = await Promise.allSettled([act, "convert"].map((one) => converter.convert(flow, one)));
      expect(hostile).toMatchObject({ reason: { status: 400, message: expect.stringContaining(message) } });
      expect(waiting).toEqual({ status: "fulfilled", value: {} });
      expect(converter.pid()).not.toBe(before);
    },
  );

  it("lets a key wait with 24 images, and other keys beside it", async () => {
    const converter = await acting();
    const many = Array.from({ length: 40 }, () => converter.convert(flow, "convert"));
    const other = converter.convert({ account: "b", key: "b" }, "convert");
    const answers = await Promise.allSettled(many);
    expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(15);
    expect(answers.at(-1)).toMatchObject({ reason: { status: 429, headers: { "Retry-After": expect.any(String) } } });
    expect(await other).toEqual({});
  });

  it("ends its process when idle, and when it is closed", async () => {
    const idle = await acting({ idleMs: 50 });
    await idle.convert(flow, "convert");
    await expect.poll(idle.pid).toBeUndefined();
    const closed = await acting();
    await closed.convert(flow, "convert");
    await closed.close();
    expect(closed.pid()).toBeUndefined();
    await expect(closed.convert(flow, "convert")).rejects.toMatchObject({ status: 503 });
  });

  it("answers 503 where sharp does not load", async () => {
    const script = join(folder, "broken.mjs");
    await writeFile(script, 'process.send({ failure: "no sharp" });');
    await expect(open({ script }).convert(flow, "x")).rejects.toMatchObject({
      status: 503,
      message: "this service cannot process images: its operator finds why in the log",
      cause: { message: "no sharp" },
    });
  });

  it("refuses an image that takes more memory or time than its process may", async () => {
    const path = join(folder, "interlaced.png");
    const large = sharp(await imageOf(5_000, 5_000));
    await large.png({ progressive: true, compressionLevel: 1 }).toFile(path);
    await expect(open({ maxMegabytes: 110 }).convert(flow, path)).rejects.toMatchObject({
      message: expect.stringContaining("too much memory"),
    });
    await expect(open({ maxCpuMs: 100 }).convert(flow, path)).rejects.toMatchObject({
      message: expect.stringContaining("too much time"),
    });
  });
});
