import { useEffect, useRef } from "react";

/** The side of the preview in pixels, which is enough for a screen with two pixels in one of CSS. */
const SIDE = 96;

/** Draws the middle of an image as a square. The browser turns it as its metadata says. */
const draw = async (file: File, canvas: HTMLCanvasElement): Promise<void> => {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const [x, y] = [(image.width - side) / 2, (image.height - side) / 2];
  canvas.getContext("2d")?.drawImage(image, x, y, side, side, 0, 0, SIDE, SIDE);
  image.close();
};

/**
 * Shows an image that was not sent yet. It is a canvas, because the page's Content-Security-Policy has no `blob:`
 * images.
 */
export const FilePreview = ({ file }: { readonly file: File }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    // The service says why a file is not an image, so the preview just stays empty.
    if (canvas.current !== null) void draw(file, canvas.current).catch(() => undefined);
  }, [file]);
  return <canvas ref={canvas} width={SIDE} height={SIDE} aria-hidden className="size-12 shrink-0 rounded-md bg-line" />;
};
