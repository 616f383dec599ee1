import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const INDEX_PAGE = "index.html";

/** The folder that contains the build of the admin. The relative path is the same from `src` and from `dist`. */
const builtAdmin = fileURLToPath(new URL("../../../web/dist", import.meta.url));

/** The folder that contains the build of the pages for developers. */
const builtDocs = fileURLToPath(new URL("../../../docs/dist/site", import.meta.url));

export const hasIndexPage = (folder: string): boolean => existsSync(join(folder, INDEX_PAGE));

/** Finds the build of the admin in this working tree; undefined if it has not been built. */
export const findBuiltAdmin = (): string | undefined => (hasIndexPage(builtAdmin) ? builtAdmin : undefined);

/** Finds the build of the pages for developers in this working tree; undefined if they have not been built. */
export const findBuiltDocs = (): string | undefined => (hasIndexPage(builtDocs) ? builtDocs : undefined);
