// Tells whether the installation and the build are current, so that `npm start` needs neither a package manager nor the network.
// The build's last step stores digests of contents, because a copy or a checkout changes modification times.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const statePath = join(root, "apps/api/dist/build-state.json");
const outputs = ["packages/contract/dist/index.js", "apps/api/dist/main.js"];
const manifests = [
  "package.json",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  ".pnpmfile.cjs",
  "apps/api/package.json",
  "packages/contract/package.json",
];
const sources = [
  "tsconfig.base.json",
  "packages/contract/tsconfig.json",
  "packages/contract/src",
  "apps/api/tsconfig.json",
  "apps/api/src",
  "apps/api/prisma",
  "apps/api/scripts",
];

const isSource = (name) => name !== "generated" && !name.endsWith(".test.ts");

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

const readState = () => (existsSync(statePath) ? JSON.parse(readFileSync(statePath, "utf8")) : {});
const writeState = (state) => writeFileSync(statePath, `${JSON.stringify(state)}\n`);

/** Makes the next `npm start` build: the sources of what is built are not known. */
export const forgetSources = () => writeState({ ...readState(), sources: "" });

/** @returns {{ isInstalled: boolean, isBuilt: boolean }} */
export const readBuildState = () => {
  const built = readState();
  const isInstalled = built.manifests === digest(manifests) && isLockfileInstalled();
  const hasOutputs = outputs.every((path) => existsSync(join(root, path)));
  return { isInstalled, isBuilt: isInstalled && hasOutputs && built.sources === digest(sources) };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeState({ manifests: digest(manifests), sources: digest(sources) });
}
