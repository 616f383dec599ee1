import { damagedImage } from "../../errors.js";
import { type ImageHeader, MAX_PIECES, type ReadAt } from "./image-header.js";

const MAX_COMPONENTS = 4;
const COEFFICIENT_BYTES = 2;
const START_OF_SCAN = 0xda;

/** ITU-T T.81 table B.1: 0xffc4, 0xffc8 and 0xffcc are not frame headers. */
const isFrameHeader = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** ITU-T T.81 table B.1: SOF2, SOF6, SOF10 and SOF14 are progressive. */
const isProgressive = (marker: number) => (marker & 0x03) === 0x02;
/** Tells whether a marker has no length. This includes the marker for the end of the image. */
const hasNoSegment = (marker: number) => marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9);

type Frame = Pick<ImageHeader, "width" | "height"> & {
  readonly components: number;
  readonly isProgressive: boolean;
  readonly coefficientBytes: number;
};

/**
 * ITU-T T.81 B.2.2. The sampling factors determine the number of coefficients of a component; chroma usually has a
 * quarter.
 */
const readFrame = async (read: ReadAt, at: number, marker: number): Promise<Frame> => {
  const head = await read(at + 5, 5);
  const [height, width, components] = [head.readUInt16BE(0), head.readUInt16BE(2), head.readUInt8(4)];
  if (components === 0 || components > MAX_COMPONENTS) throw damagedImage("JPEG");
  const table = await read(at + 10, 3 * components);
  const factors = Array.from({ length: components }, (_, index) => {
    const sampling = table.readUInt8(3 * index + 1);
    return { across: sampling >> 4, down: sampling & 15 };
  });
  const across = Math.max(1, ...factors.map((factor) => factor.across));
  const down = Math.max(1, ...factors.map((factor) => factor.down));
  const share = factors.reduce((sum, factor) => sum + (factor.across * factor.down) / (across * down), 0);
  const coefficientBytes = COEFFICIENT_BYTES * width * height * share;
  return { width, height, components, isProgressive: isProgressive(marker), coefficientBytes };
};

/**
 * Reads the segments up to the first scan (ITU-T T.81 B.1.1). If the first scan lacks details, as in a progressive
 * JPEG, or components, a decoder holds all coefficients in memory.
 */
export const readJpegHeader = async (read: ReadAt): Promise<ImageHeader> => {
  let at = 2;
  let frame: Frame | undefined;
  for (let pieces = 0; pieces < MAX_PIECES; pieces += 1) {
    const head = await read(at, 5);
    const marker = head.readUInt8(1);
    const length = head.readUInt16BE(2);
    if (head.readUInt8(0) !== 0xff) break;
    // There may be fill bytes before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (hasNoSegment(marker) || length < 2) break;
    if (marker === START_OF_SCAN) {
      if (frame === undefined) break;
      const { width, height, components, coefficientBytes } = frame;
      const isHeld = frame.isProgressive || head.readUInt8(4) < components;
      const heldBytes = isHeld ? coefficientBytes : 0;
      return { width, height, pixelBytes: components, hasAlpha: false, heldBytes, canShrink: true };
    }
    if (isFrameHeader(marker)) frame ??= await readFrame(read, at, marker);
    at += 2 + length;
  }
  throw damagedImage("JPEG");
};
