// @ts-check The entry of a process: docs/decisions/0079-photos.md. Plain JavaScript, because tests run the source. The
// service watches how much memory and time the process uses, and kills it, because process.exit would wait for libvips.
import { constants, setPriority } from "node:os";
import { MAX_WIDTH, WIDTHS } from "./photo-widths.mjs";

const PLACEHOLDER_WIDTH = 16;
const MAX_PIXELS = 50_000_000;
const WEBP = { quality: 80, effort: 3 };
/**
 * The maximum number of pixels of the largest file that is written. Encoding takes 8 to 10 bytes of memory for each
 * pixel, or about 36 with transparency. A noisy image takes more, and may kill the process. An image with an alpha channel
 * may still be opaque, which only its decoded pixels tell, so the lower limit for transparent images is checked after it
 * has been decoded.
 */
const MAX_FILE_PIXELS = 18_000_000;
const MAX_TRANSPARENT_PIXELS = 5_000_000;

/** @typedef {{ width: number, height: number, path: string }} File */
/** @typedef {{ width: number, height: number, placeholder: string, files: File[] }} Result */

/** The service has ended, or needs no more images. */
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

// Requests come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const loadSharp = async () => {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  // Blocks the other formats that libvips could read, such as SVG, PDF, GIF, TIFF and HEIF.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["VipsForeignLoadJpegFile", "VipsForeignLoadPngFile", "VipsForeignLoadWebpFile"],
  });
  return sharp;
};

/** @param {{ width: number, height: number }} image @returns the number of pixels of its largest file */
const largestPixels = ({ width, height }) => width * height * Math.min(1, MAX_WIDTH / width) ** 2;

/**
 * @param {Awaited<ReturnType<typeof loadSharp>>} sharp
 * @param {string} path
 * @returns {Promise<Result | undefined>} undefined if the image's files would take too much memory
 */
const convert = async (sharp, path) => {
  const options = /** @type {const} */ ({ failOn: "error", limitInputPixels: MAX_PIXELS, sequentialRead: true });
  const image = sharp(path, options);
  const { autoOrient } = await image.metadata();
  if (largestPixels(autoOrient) > MAX_FILE_PIXELS) return undefined;
  // The image is decoded only once, to the size of the largest file: upright, in sRGB, with 8 bits.
  const { data, info } = await image
    .autoOrient()
    .resize({ width: MAX_WIDTH, withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const master = () => sharp(data, { raw: { width, height, channels }, limitInputPixels: MAX_PIXELS });
  if (width * height > MAX_TRANSPARENT_PIXELS && !(await master().stats()).isOpaque) return undefined;
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
  process.on("message", (/** @type {string} */ path) => {
    convert(sharp, path).then(
      (result) => reply(result === undefined ? { excess: "memory" } : { result }),
      (/** @type {Error} */ error) => reply({ damage: error.message }),
    );
  });
  reply({ isReady: true });
} catch (error) {
  reply({ failure: error instanceof Error ? error.message : String(error) });
}
