import type { Photo } from "./generated/types.js";

type Sizes = Pick<Photo, "sizes">;

/** @param baseUrl - The `baseUrl` of the client. Without it the result is a path of the service. */
const addressOf = (path: string, baseUrl: string | undefined): string =>
  baseUrl === undefined ? path : new URL(path, baseUrl).href;

/**
 * Returns the address of the smallest file of a photo that is at least as wide as `width`, or else of the largest file.
 * @param width - The width in pixels at which the photo is shown, times the density of the screen.
 * @param baseUrl - The `baseUrl` of the client. Without it the result is a path, for pages of the service's own origin.
 * @throws TypeError if the photo has no file
 */
export const photoUrl = ({ sizes }: Sizes, width: number, baseUrl?: string): string => {
  const ascending = sizes.toSorted((one, other) => one.width - other.width);
  const file = ascending.find((one) => one.width >= width) ?? ascending.at(-1);
  if (file === undefined) throw new TypeError("the photo has no file");
  return addressOf(file.url, baseUrl);
};

/**
 * Returns the `srcset` of an `img` element: every file of a photo with its width.
 * @param baseUrl - The same as for {@link photoUrl}.
 */
export const photoSrcset = ({ sizes }: Sizes, baseUrl?: string): string =>
  sizes.map(({ url, width }) => `${addressOf(url, baseUrl)} ${width}w`).join(", ");
