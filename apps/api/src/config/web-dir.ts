import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const INDEX_PAGE = "index.html";

/** The folder into which the build of `apps/web` puts the admin. It is the same from `src` and from `dist`. */
const builtAdmin = fileURLToPath(new URL("../../../web/dist", import.meta.url));

/** The folder into which the build of `apps/docs` puts the pages for developers. */
const builtDocs = fileURLToPath(new URL("../../../docs/dist/site", import.meta.url));

export const hasIndexPage = (folder: string): boolean => existsSync(join(folder, INDEX_PAGE));

/** Finds the admin that is built in this working tree; undefined before its build. */
export const findBuiltAdmin = (): string | undefined => (hasIndexPage(builtAdmin) ? builtAdmin : undefined);

/** Finds the pages for developers that are built in this working tree; undefined before their build. */
export const findBuiltDocs = (): string | undefined => (hasIndexPage(builtDocs) ? builtDocs : undefined);
