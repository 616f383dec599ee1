// Packs what is published: the files that `npm pack` would include, without those that serve only this repository.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const npmPack = (folder, ...options) =>
  JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--loglevel=error", ...options], {
      cwd: folder,
      encoding: "utf8",
    }),
  )[0];

/** The source maps stay here, and a comment that names a missing one makes bundlers warn. */
const withoutMap = (text) => text.replace(/^\/\/# sourceMappingURL=.*\n?/m, "");

/**
 * @param folder - the folder of the built package
 * @param into - an empty folder for the tarball
 * @param repository - the repository for package.json; provenance requires the one that publishes
 * @returns {{ tarball: string, name: string, version: string, size: number, unpackedSize: number, files: { path: string, size: number }[] }}
 */
export const packPackage = ({ folder, into, repository }) => {
  const staged = join(into, "package");
  for (const { path } of npmPack(folder, "--dry-run").files) {
    mkdirSync(dirname(join(staged, path)), { recursive: true });
    if (/\.(?:js|d\.ts)$/.test(path)) {
      writeFileSync(join(staged, path), withoutMap(readFileSync(join(folder, path), "utf8")));
    } else if (path.startsWith("openapi")) {
      // The documents of the repository have a line for each field, so that a change can be read. It doubles their size.
      const document = JSON.parse(readFileSync(join(folder, path), "utf8"));
      writeFileSync(join(staged, path), JSON.stringify(document));
    } else cpSync(join(folder, path), join(staged, path));
  }
  const {
    scripts: _scripts,
    devDependencies: _tools,
    ...manifest
  } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const published = { ...manifest, ...(repository !== undefined && { repository }) };
  writeFileSync(join(staged, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
  const { filename, ...packed } = npmPack(staged, "--pack-destination", into);
  return { ...packed, tarball: join(into, filename) };
};
