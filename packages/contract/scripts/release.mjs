// `npx pnpm release:prepare` makes the release of the contract in the working tree: the changesets become the entry of
// the changelog, the package and its documents get the version, and the documents become the released ones, which later
// documents must not break.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readChangesets } from "./changesets.mjs";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../../../", import.meta.url));
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const node = (script, ...options) =>
  execFileSync(process.execPath, [script, ...options], { cwd: at("."), stdio: "inherit" });
const build = () =>
  node(join(dirname(require.resolve("typescript/package.json")), "bin", "tsc"), "-b", "tsconfig.build.json");

if (readChangesets().length === 0) {
  console.error("There is nothing to release: .changeset has no changeset.");
  process.exit(1);
}
execFileSync(process.execPath, [require.resolve("@changesets/cli/bin.js"), "version"], { cwd: root, stdio: "inherit" });
const { version } = JSON.parse(readFileSync(at("package.json"), "utf8"));
const changelog = readFileSync(at("CHANGELOG.md"), "utf8");
const today = new Date().toISOString().slice(0, 10);
writeFileSync(at("CHANGELOG.md"), changelog.replace(`\n## ${version}\n`, `\n## ${version}\n\n_${today}_\n`));
writeFileSync(join(root, ".changeset", "dates.json"), "{}\n");
build();
node("scripts/write-documents.mjs", "--release");
// The client sends the version, which is now another one.
build();
for (const file of ["openapi.json", "openapi.stable.json", "openapi.auth.json"]) {
  copyFileSync(at(file), at(`released/${file}`));
}
writeFileSync(at("released/accepted-breaks.json"), "{}\n");
console.log(`Prepared ${version}. Read the changelog, run the tests, and commit it.`);
