import { MAX_LOGO_LENGTH, MAX_LOGO_SIDE } from "@petstore/contract/schemas";

/** The widths and heights that are tried, the largest first: a photo of many colours fits only as a small picture. */
const SIDES = [MAX_LOGO_SIDE, 384, 256, 160, 96];
const QUALITIES = [0.9, 0.75, 0.6];

/** Makes one picture of the image. A browser that cannot write WebP writes PNG. */
const drawn = (image: ImageBitmap, side: number, quality: number): string => {
  const scale = Math.min(1, side / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", quality);
};

/**
 * Makes the largest and best picture of an image that a logo can be.
 *
 * @returns a data URL; undefined if the browser cannot read the file as an image
 */
export const logoOf = async (file: File): Promise<string | undefined> => {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (image === undefined) return undefined;
  try {
    for (const side of SIDES)
      for (const quality of QUALITIES) {
        const picture = drawn(image, side, quality);
        if (picture.length <= MAX_LOGO_LENGTH) return picture;
      }
    return undefined;
  } finally {
    image.close();
  }
};
