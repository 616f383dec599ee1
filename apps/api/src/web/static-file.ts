import { DOCS_PATH } from "@petstore/contract/routes";
import type { ContentCoding } from "../operation/content-coding.js";
import type { Representation } from "../operation/stored-document.js";
import { HTML, mediaTypeOf } from "./media-types.js";

/** A file of the admin in memory. The header fields of its responses are alternating names and values. */
export type StaticFile = {
  readonly identity: Representation;
  readonly compressed: ReadonlyMap<ContentCoding, Representation>;
  /** The header fields of a 200 and of a 304. */
  readonly fields: readonly string[];
  readonly mediaType: string;
};

/** Vite adds a hash of the content to the names of the files in this folder. */
export const ASSETS_PATH = "/assets";
/** The names of these files contain a hash of the content, too. */
const DOCS_ASSETS_PATH = `${DOCS_PATH}${ASSETS_PATH}`;

const YEAR_SECONDS = 31_536_000;
const ROOT_FILE_SECONDS = 300;

/**
 * Allows only scripts, styles, images and requests of this origin, and the placeholder of a photo. No page may embed
 * the admin in a frame, and no script may write HTML.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

// `Accept` decides between the page and the JSON 404 of the same path. A 304 contains these fields as well, because it
// updates what the browser has stored.
const pageFields = {
  "Cache-Control": "no-cache",
  Vary: "Accept, Accept-Encoding",
  "Content-Security-Policy": contentSecurityPolicy,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};

const fileFields = (cacheControl: string) => ({
  "Cache-Control": cacheControl,
  Vary: "Accept-Encoding",
  "Cross-Origin-Resource-Policy": "same-origin",
});
const assetFields = fileFields(`public, max-age=${YEAR_SECONDS}, immutable`);
const rootFileFields = fileFields(`public, max-age=${ROOT_FILE_SECONDS}`);

const isHashed = (path: string) => [ASSETS_PATH, DOCS_ASSETS_PATH].some((folder) => path.startsWith(`${folder}/`));

export const createStaticFile = (
  { name, path }: { readonly name: string; readonly path: string },
  { identity, compressed }: Pick<StaticFile, "identity" | "compressed">,
): StaticFile => {
  const mediaType = mediaTypeOf(name);
  const ownFields = isHashed(path) ? assetFields : rootFileFields;
  const fields = Object.entries(mediaType === HTML ? pageFields : ownFields).flat();
  return { identity, compressed, mediaType, fields };
};
