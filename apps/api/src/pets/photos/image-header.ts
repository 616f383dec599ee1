/** The facts in an image's header that decide how much memory a decoder takes. */
export type ImageHeader = {
  readonly width: number;
  readonly height: number;
  /** The bytes per pixel of the decoder's output. */
  readonly pixelBytes: number;
  readonly hasAlpha: boolean;
  /** The bytes of the whole image that a decoder holds before it returns the first row; 0 if it reads row by row. */
  readonly heldBytes: number;
  /** Whether a decoder can give the image at a half, a quarter or an eighth of its size. */
  readonly canShrink: boolean;
};

/** Reads a few bytes of a file. @throws AppError 400 at its end. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;

/** The limit bounds the time for a file of many tiny pieces. */
export const MAX_PIECES = 2_000;
