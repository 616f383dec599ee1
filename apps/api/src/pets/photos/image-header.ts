/** The facts in the header of an image that determine how much memory a decoder needs. */
export type ImageHeader = {
  readonly width: number;
  readonly height: number;
  /** The number of bytes per pixel in the decoder's output. */
  readonly pixelBytes: number;
  readonly hasAlpha: boolean;
  /**
   * The number of bytes of the whole image that a decoder holds before it returns the first row; 0 if it reads row by
   * row.
   */
  readonly heldBytes: number;
  /** True if a decoder can return the image at a half, a quarter or an eighth of its size. */
  readonly canShrink: boolean;
};

/** Reads a few bytes of an image. @throws AppError 400 if the image ends before that. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;

/** The limit bounds the time for a file that consists of many tiny pieces. */
export const MAX_PIECES = 2_000;
