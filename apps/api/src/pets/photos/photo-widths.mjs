// @ts-check
// Plain JavaScript like convert-images.mjs, which creates a WebP file of each width up to that of the image.
export const MAX_WIDTH = 1_600;
export const WIDTHS = [96, 320, 800, MAX_WIDTH];
