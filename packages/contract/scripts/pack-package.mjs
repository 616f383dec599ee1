// Packs what is published.
import { join } from "node:path";
import { npmPack, stagePackage } from "./stage-package.mjs";

/**
 * @param folder - the folder of the built package
 * @param into - an empty folder for the tarball, and for the staged files in `package`
 * @param repository - the repository for package.json; undefined means the one of the CI job
 * @returns {{ tarball: string, name: string, version: string, size: number, unpackedSize: number, files: { path: string, size: number }[] }}
 */
export const packPackage = ({ folder, into, repository }) => {
  const staged = join(into, "package");
  stagePackage({ folder, staged, repository });
  const { filename, ...packed } = npmPack(staged, "--pack-destination", into);
  return { ...packed, tarball: join(into, filename) };
};
