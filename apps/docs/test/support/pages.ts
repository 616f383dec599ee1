import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const site = fileURLToPath(new URL("../../dist/site", import.meta.url));

/** The paths of all pages that the build has written. */
export const pagePaths: readonly string[] = readdirSync(site, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".html"))
  .map((name) => `/docs/${name}`.replace(/(\/index)?\.html$/, ""))
  .toSorted();
