import { extname } from "node:path";

export const HTML = "text/html; charset=utf-8";

const mediaTypes: ReadonlyMap<string, string> = new Map([
  [".atom", "application/atom+xml; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".gif", "image/gif"],
  [".html", HTML],
  [".ico", "image/x-icon"],
  [".jpg", "image/jpeg"],
  [".js", "text/javascript; charset=utf-8"],
  [".json", "application/json; charset=utf-8"],
  [".map", "application/json; charset=utf-8"],
  [".png", "image/png"],
  [".svg", "image/svg+xml"],
  [".txt", "text/plain; charset=utf-8"],
  [".webmanifest", "application/manifest+json"],
  [".webp", "image/webp"],
  [".woff2", "font/woff2"],
]);

/** Browsers do not display a file of an unknown type, because every response has `nosniff`. */
export const mediaTypeOf = (path: string): string => mediaTypes.get(extname(path)) ?? "application/octet-stream";
