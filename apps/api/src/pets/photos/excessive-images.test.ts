import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { imageOf } from "../../../test/support/images.js";
import { makeTemporaryFolder } from "../../../test/support/temporary-folder.js";
import { createImageConverter } from "./image-converter.js";

const flow = { account: "a", key: "a" };
const image = (path: string) => ({ path, mebibytes: 1 });

describe("createImageConverter with an image of megapixels", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
  });

  const open = (settings: Parameters<typeof createImageConverter>[0] = {}) => {
    const converter = createImageConverter(settings);
    onTestFinished(converter.close);
    return converter;
  };

  it("refuses an image that takes too much memory or time", async () => {
    const path = join(folder, "interlaced.png");
    const large = sharp(await imageOf(5_000, 5_000));
    await large.png({ progressive: true, compressionLevel: 1 }).toFile(path);
    await expect(open({ maxMegabytes: 110 }).convert(flow, image(path))).rejects.toMatchObject({
      message: expect.stringContaining("too much memory"),
    });
    await expect(open({ maxCpuMs: 100 }).convert(flow, image(path))).rejects.toMatchObject({
      message: expect.stringContaining("too much time"),
    });
  });

  const refuses = async (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    await expect(open().convert(flow, image(path))).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("too much memory"),
    });
    expect((await readdir(folder)).filter((one) => one.startsWith(name))).toEqual([name]);
  };

  it("refuses a long strip that lies on its side before decoding it", async () => {
    const strip = sharp(await imageOf(12_000, 1_600)).withMetadata({ orientation: 6 });
    // The file is cut off, so a decoder would report it as damaged.
    await refuses("strip.jpg", (await strip.jpeg().toBuffer()).subarray(0, 5_000));
  });

  it("refuses five transparent megapixels, and accepts opaque ones", async () => {
    const picture = (alpha: number) =>
      sharp({ create: { width: 1_250, height: 4_004, channels: 4, background: { r: 9, g: 9, b: 9, alpha } } });
    await refuses("clear.png", await picture(0.5).png({ compressionLevel: 1 }).toBuffer());
    const path = join(folder, "opaque.png");
    await picture(1).png({ compressionLevel: 1 }).toFile(path);
    expect((await open().convert(flow, image(path))).files.map(({ width }) => width)).toEqual([96, 320, 800, 1_250]);
  });
});
