import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Report } from "../report.js";
import { packagesOf } from "../servers/packages-of.js";

const folder = fileURLToPath(new URL("../../peers/react-admin/", import.meta.url));

/** Compresses as the admin's build does: the service compresses nothing. */
const compress = async (assets: string) => {
  for (const name of await readdir(assets)) {
    const bytes = await readFile(join(assets, name));
    await writeFile(join(assets, `${name}.br`), brotliCompressSync(bytes));
    await writeFile(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
};

/** @returns the folder of the built peer */
export const buildPeer = async (report: Report): Promise<string> => {
  const { run, installPackages } = packagesOf(folder);
  installPackages(() => report("installing react-admin (once)"));
  report("building the peer in react-admin");
  run(process.execPath, [join("node_modules", "vite", "bin", "vite.js"), "build", "--logLevel", "error"]);
  await compress(join(folder, "dist", "assets"));
  return join(folder, "dist");
};
