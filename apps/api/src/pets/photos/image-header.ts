/** What the header of an image says: as much of it as decides what a decoder takes. */
export type ImageHeader = {
  readonly width: number;
  readonly height: number;
  /** The bytes of a pixel as a decoder gives it. */
  readonly pixelBytes: number;
  readonly hasAlpha: boolean;
  /** The bytes that a decoder holds of the whole image before it gives the first row; 0 if it reads row by row. */
  readonly heldBytes: number;
  /** Whether a decoder can give the image at a half, a quarter or an eighth of its size. */
  readonly canShrink: boolean;
};

/** Reads a few bytes of a file. @throws AppError 400 at its end. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;

/** A file of tiny pieces would take as long to walk as it is large. */
export const MAX_PIECES = 2_000;
