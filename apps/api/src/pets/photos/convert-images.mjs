// @ts-check
// The entry of a process: docs/decisions/0079-photos.md. Plain JavaScript, because tests run the source.
import { constants, setPriority } from "node:os";

const MAX_WIDTH = 1_600;
const WIDTHS = [320, 800, MAX_WIDTH];
const PLACEHOLDER_WIDTH = 16;
const MAX_PIXELS = 50_000_000;
const WEBP = { quality: 80, effort: 3 };
const CHECK_MS = 25;
const MEMORY_EXIT_CODE = 86;
const TIME_EXIT_CODE = 87;

const [, , maxMegabytes = "256", maxCpuMs = "10000"] = process.argv;

/** @typedef {{ width: number, height: number, path: string }} File */
/** @typedef {{ width: number, height: number, placeholder: string, files: File[] }} Result */

/** The service has gone, or wants no more. */
process.on("disconnect", () => process.exit(0));

/**
 * V8's limit does not cover what libvips allocates, and a busy machine is no fault of an image: its processor time counts.
 * @param {NodeJS.CpuUsage} startedAt
 */
const refuseExcess = (startedAt) => {
  const { user, system } = process.cpuUsage(startedAt);
  if (process.memoryUsage.rss() > Number(maxMegabytes) * 1_048_576) process.exit(MEMORY_EXIT_CODE);
  if (user + system > Number(maxCpuMs) * 1_000) process.exit(TIME_EXIT_CODE);
};

// Requests come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const loadSharp = async () => {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  // What libvips could read besides: SVG, PDF, GIF, TIFF, HEIF and more.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["VipsForeignLoadJpegFile", "VipsForeignLoadPngFile", "VipsForeignLoadWebpFile"],
  });
  return sharp;
};

/** @param {Awaited<ReturnType<typeof loadSharp>>} sharp @param {string} path @returns {Promise<Result>} */
const convert = async (sharp, path) => {
  const options = /** @type {const} */ ({ failOn: "error", limitInputPixels: MAX_PIXELS, sequentialRead: true });
  const image = sharp(path, options);
  const { autoOrient } = await image.metadata();
  // Decoded once, to the pixels of the largest file: upright, in sRGB, of 8 bits.
  const { data, info } = await image
    .autoOrient()
    .resize({ width: MAX_WIDTH, withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const master = () => sharp(data, { raw: { width, height, channels }, limitInputPixels: MAX_PIXELS });
  /** @type {File[]} */
  const files = [];
  for (const wanted of new Set(WIDTHS.map((one) => Math.min(one, width)))) {
    const file = `${path}.${wanted}.webp`;
    const size = await master().resize({ width: wanted }).webp(WEBP).toFile(file);
    files.push({ width: size.width, height: size.height, path: file });
  }
  const fit = /** @type {const} */ ("inside");
  const tiny = await master()
    .resize({ width: PLACEHOLDER_WIDTH, height: PLACEHOLDER_WIDTH, fit })
    .webp({ quality: 30 })
    .toBuffer();
  const placeholder = `data:image/webp;base64,${tiny.toString("base64")}`;
  return { ...autoOrient, placeholder, files };
};

/** @param {object} message */
const reply = (message) => void process.send?.(message);

try {
  const sharp = await loadSharp();
  // What the start takes is no image's.
  let startedAt = process.cpuUsage();
  setInterval(() => refuseExcess(startedAt), CHECK_MS).unref();
  process.on("message", (/** @type {string} */ path) => {
    startedAt = process.cpuUsage();
    convert(sharp, path).then(
      (result) => reply({ result }),
      (/** @type {Error} */ error) => reply({ damage: error.message }),
    );
  });
  reply({ isReady: true });
} catch (error) {
  reply({ failure: error instanceof Error ? error.message : String(error) });
}
