// Copies the files that are published into a folder of their own, without the parts that only this repository needs.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Runs `npm pack` without the scripts of the package, because `prepack` is one of them. */
export const npmPack = (folder, ...options) =>
  JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--loglevel=error", ...options], {
      cwd: folder,
      encoding: "utf8",
    }),
  )[0];

/** The source maps stay here, and a comment that names a missing one makes bundlers warn. */
const withoutMap = (text) => text.replace(/^\/\/# sourceMappingURL=.*\n?/m, "");

/**
 * TypeScript indents declarations with spaces, and the types of the contract are deeply nested. Tabs make the package 8
 * % smaller.
 */
const withTabs = (text) => text.replace(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4));

/** The repository that a CI job runs for, which provenance requires; undefined outside of a job. */
export const repositoryHere = () => {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
  if (!server || !repository) return undefined;
  return { type: "git", url: `git+${server}/${repository}.git`, directory: "packages/contract" };
};

/**
 * @param folder - the folder of the built package
 * @param staged - the folder to fill, which is emptied first
 * @param repository - the repository for package.json; undefined leaves it out
 */
export const stagePackage = ({ folder, staged, repository = repositoryHere() }) => {
  rmSync(staged, { recursive: true, force: true });
  for (const { path } of npmPack(folder, "--dry-run").files) {
    mkdirSync(dirname(join(staged, path)), { recursive: true });
    if (/\.(?:js|d\.ts)$/.test(path)) {
      const text = withoutMap(readFileSync(join(folder, path), "utf8"));
      writeFileSync(join(staged, path), path.endsWith(".d.ts") ? withTabs(text) : text);
    } else if (path.startsWith("openapi")) {
      // The documents in the repository have a line for each field, so that people can read the changes. These lines
      // double their size, so the published documents do not have them.
      const document = JSON.parse(readFileSync(join(folder, path), "utf8"));
      writeFileSync(join(staged, path), JSON.stringify(document));
    } else cpSync(join(folder, path), join(staged, path));
  }
  const {
    scripts: _scripts,
    devDependencies: _tools,
    publishConfig: _directory,
    ...manifest
  } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const published = { ...manifest, ...(repository !== undefined && { repository }) };
  writeFileSync(join(staged, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
};
