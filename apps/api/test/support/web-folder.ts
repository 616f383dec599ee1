import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

export const indexPage = '<!doctype html><script type="module" src="/assets/index-BdX3k9.js"></script>';
export const script = `console.log("${"pet ".repeat(100)}");`;

/** Returns the files of a build of the admin, as Vite leaves them in `dist`. */
export const builtFiles = (): Record<string, string | Buffer> => {
  const compressible = { "index.html": indexPage, "assets/index-BdX3k9.js": script, "favicon.svg": "<svg/>" };
  const compressed = Object.entries(compressible).flatMap(([name, text]) => [
    [`${name}.br`, brotliCompressSync(text)],
    [`${name}.gz`, gzipSync(text)],
  ]);
  return {
    ...compressible,
    ...(Object.fromEntries(compressed) as Record<string, Buffer>),
    "assets/inter-Cq2w.woff2": Buffer.from([0, 1, 2, 255]),
    "manifest.webmanifest": "{}",
  };
};

/** Writes files into a new folder. @returns Its path. */
export const makeWebFolder = async (files: Readonly<Record<string, string | Buffer>> = builtFiles()) => {
  const folder = await mkdtemp(join(tmpdir(), "petstore-web-"));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
};
