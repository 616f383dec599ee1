// Tells whether the installation and the build are current, so that `npm start` needs neither a package manager nor the network.
// The API's build stores digests of contents as its last step, because a copy or a checkout changes modification times; `npm start`
// stores those of the admin and of the pages for developers, whose builds empty their folders first.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const statePath = "apps/api/dist/build-state.json";
const outputs = ["packages/contract/dist/contract.js", "packages/tables/dist/index.js", "apps/api/dist/main.js"];
const manifests = [
  "package.json",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  ".pnpmfile.cjs",
  "apps/api/package.json",
  "apps/docs/package.json",
  "apps/web/package.json",
  "packages/contract/package.json",
  "packages/tables/package.json",
];
const sources = [
  "tsconfig.base.json",
  "packages/contract/tsconfig.build.json",
  "packages/contract/src",
  "packages/tables/tsconfig.build.json",
  "packages/tables/src",
  "apps/api/tsconfig.build.json",
  "apps/api/src",
  "apps/api/prisma",
  "apps/api/scripts",
];
/** The folders of files that the service serves to browsers: the admin and the pages for developers. */
const sites = {
  "apps/web": { output: "dist", also: [] },
  "apps/docs": {
    output: "dist/site",
    also: ["packages/contract/openapi.json", "packages/contract/openapi.auth.json", "packages/contract/CHANGELOG.md"],
  },
};

const outputFolders = new Set(["generated", "dist", "node_modules", "test"]);
const isSource = (name) => !outputFolders.has(name) && !name.startsWith(".") && !/\.test\.tsx?$/.test(name);

const filesOf = (path) => {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const names = readdirSync(join(root, path)).filter(isSource).toSorted();
  return names.flatMap((name) => filesOf(`${path}/${name}`));
};

const digest = (paths) => {
  const hash = createHash("sha256").update(`${process.platform}-${process.arch}\n`);
  for (const path of paths.flatMap(filesOf)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\n${content.length}\n`).update(content);
  }
  return hash.digest("hex");
};

const readOr = (path, otherwise) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : otherwise);

/** pnpm stores a copy of the lockfile of its last installation. */
const isLockfileInstalled = () => readOr("node_modules/.pnpm/lock.yaml", "none") === readOr("pnpm-lock.yaml", "");

const readState = (path) => JSON.parse(readOr(path, "{}"));
const writeState = (path, state) => writeFileSync(join(root, path), `${JSON.stringify(state)}\n`);

/** Makes the next `npm start` build everything: it is not known from which sources the current build was made. */
export const forgetSources = () => writeState(statePath, { ...readState(statePath), sources: "" });

const isPresent = (folder) => existsSync(join(root, folder, "package.json"));

export const hasWeb = () => isPresent("apps/web");

const sourcesOfSite = (folder) => [
  "tsconfig.base.json",
  "packages/contract/tsconfig.build.json",
  "packages/contract/src",
  "packages/tables/tsconfig.build.json",
  "packages/tables/src",
  folder,
  ...sites[folder].also,
];
/** Hidden files are not served. */
const statePathOf = (folder) => `${folder}/${sites[folder].output}/.build-state.json`;

/** Call it after a build of the site. @param {string} folder */
export const storeSiteSources = (folder) => writeState(statePathOf(folder), { sources: digest(sourcesOfSite(folder)) });

const isSiteBuilt = (folder) =>
  existsSync(join(root, folder, sites[folder].output, "index.html")) &&
  readState(statePathOf(folder)).sources === digest(sourcesOfSite(folder));

/** @returns {{ isInstalled: boolean, isApiBuilt: boolean, staleSites: string[] }} */
export const readBuildState = () => {
  const built = readState(statePath);
  const isInstalled = built.manifests === digest(manifests) && isLockfileInstalled();
  const hasOutputs = outputs.every((path) => existsSync(join(root, path)));
  return {
    isInstalled,
    isApiBuilt: isInstalled && hasOutputs && built.sources === digest(sources),
    staleSites: Object.keys(sites).filter((folder) => isPresent(folder) && !(isInstalled && isSiteBuilt(folder))),
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // If a name in this list were wrong, every `npm start` would build again.
  const missing = outputs.filter((path) => !existsSync(join(root, path)));
  if (missing.length > 0) throw new Error(`the build did not write ${missing.join(", ")}`);
  writeState(statePath, { manifests: digest(manifests), sources: digest(sources) });
}
