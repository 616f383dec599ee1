// `npx --yes pnpm release:prepare` makes the release of the contract and of the service in the working tree: the
// changesets become entries of the two changelogs, the package, its documents and the service get their versions, and the
// documents become the released ones, which later documents must not break.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeThisUpgrade, keepReleased } from "../../../apps/api/scripts/describe-upgrade.mjs";
import { readChangesets } from "./changesets.mjs";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../../../", import.meta.url));
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const node = (script, ...options) =>
  execFileSync(process.execPath, [script, ...options], { cwd: at("."), stdio: "inherit" });
const build = () =>
  node(join(dirname(require.resolve("typescript/package.json")), "bin", "tsc"), "-b", "tsconfig.build.json");

const released = readJson(at("released/openapi.json")).info.version;
if ([...readChangesets(), ...readChangesets(root, "@petstore/api")].length === 0) {
  console.error("There is nothing to release: .changeset has no changeset.");
  process.exit(1);
}
execFileSync(process.execPath, [require.resolve("@changesets/cli/bin.js"), "version"], { cwd: root, stdio: "inherit" });
const today = new Date().toISOString().slice(0, 10);

/** Writes the day below the version that `changeset version` has added to a changelog, and further text if there is any. */
const completeEntry = (folder, text = "") => {
  const { version } = readJson(join(folder, "package.json"));
  const path = join(folder, "CHANGELOG.md");
  const changelog = readFileSync(path, "utf8");
  writeFileSync(
    path,
    changelog.replace(`\n## ${version}\n`, () => `\n## ${version}\n\n_${today}_\n${text}`),
  );
  return version;
};

const service = join(root, "apps", "api");
const serviceVersion = completeEntry(service, `\n${describeThisUpgrade(root)}\n`);
keepReleased(root);
const { version } = readJson(at("package.json"));
if (version !== released) completeEntry(at("."));
writeFileSync(join(root, ".changeset", "dates.json"), "{}\n");
build();
node("scripts/write-documents.mjs", "--release");
// The client sends the version, which is now another one.
build();
for (const file of ["openapi.json", "openapi.stable.json", "openapi.auth.json"]) {
  copyFileSync(at(file), at(`released/${file}`));
}
writeFileSync(at("released/accepted-breaks.json"), "{}\n");
console.log(
  `Prepared ${version} of the contract and ${serviceVersion} of the service. Read the changelogs, run the tests, and commit it.`,
);
