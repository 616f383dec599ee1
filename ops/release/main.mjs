// `npx --yes pnpm release:service [FOLDER] [--from ROOT]...` makes everything that a release consists of: the service for a
// machine with Node.js, the root of the image, the package of the contract, the list of what is in it, and checksums
// (docs/releasing.md). ROOT is the image root of an earlier release, from which an update is tried; the oldest comes first.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { arch } from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { packPackage } from "../../packages/contract/scripts/pack-package.mjs";
import { assemble } from "./assemble.mjs";
import { readDockerfile } from "./dockerfile.mjs";
import { buildImageRoot, importCommand } from "./image-root.mjs";
import { tryImageRoot } from "./try-root.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = (command, ...args) => execFileSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

if (process.getuid?.() !== 0) {
  console.error("Making a release needs root: it tries the image root in namespaces of its own.");
  process.exit(1);
}
const changed = git("status", "--porcelain");
if (changed !== "") {
  console.error(`The files differ from the last commit; commit them, then make the release:\n${changed}`);
  process.exit(1);
}
const commit = git("rev-parse", "HEAD");
/** Each file gets the time of the commit, so that the same commit makes the same archive. */
const time = git("log", "-1", "--format=%ct");
const { version } = JSON.parse(readFileSync(join(root, "apps/api/package.json"), "utf8"));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: "string", multiple: true, default: [] } },
});
const [given] = positionals;
const earlier = values.from.map((file) => resolve(file));
const missing = earlier.find((file) => !existsSync(file));
if (missing !== undefined) {
  console.error(`${missing} does not exist; name the image root of an earlier release.`);
  process.exit(1);
}
const into = resolve(given ?? join(root, ".package", "release"));
if (given !== undefined && existsSync(into) && readdirSync(into).length > 0) {
  console.error(`${into} is not empty; name an empty folder, or one that does not exist.`);
  process.exit(1);
}
const work = mkdtempSync(join(tmpdir(), "petstore-release-"));
const name = `petstore-${version}`;

/** Packs a folder without what differs from machine to machine. */
const archive = (file, folder) => {
  const ordered = `--sort=name --owner=0 --group=0 --numeric-owner --mtime=@${time}`.split(" ");
  execFileSync("tar", [
    "--create",
    "--gzip",
    "--file",
    file,
    ...ordered,
    "--directory",
    dirname(folder),
    basename(folder),
  ]);
};

const sha256Of = async (file) => {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
};

try {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const built = ["api", "web", "docs"].map((one) => `--filter=@petstore/${one}...`);
  run("npx", "--yes", "pnpm@12.21.0", "exec", "turbo", "run", "build", ...built, "--output-logs=errors-only");

  const app = join(work, name);
  assemble(app, commit);
  for (const file of ["LICENSE", "apps/api/CHANGELOG.md", ".env.example"])
    cpSync(join(root, file), join(app, basename(file)));
  cpSync(join(root, "ops/systemd"), join(app, "systemd"), { recursive: true });
  archive(join(into, `${name}-linux-${arch}.tar.gz`), app);
  console.log(`Packed the service ${version} of commit ${commit}.`);

  const image = readDockerfile();
  const tar = join(work, "root.tar");
  buildImageRoot(image, { app, tar, work, time });
  console.log("Built the image root. Tried it with one store, which was filled and then updated:");
  for (const line of await tryImageRoot(image, tar, join(work, "root"), earlier)) console.log(`  ${line}`);
  const imageFile = `${name}-image-root-linux-${arch}.tar`;
  cpSync(tar, join(into, imageFile));
  run("gzip", "--no-name", join(into, imageFile));

  run("node", ".ci/sbom.mjs", join(into, `${name}.cdx.json`));
  const packing = join(work, "contract");
  mkdirSync(packing);
  const { tarball } = packPackage({ folder: join(root, "packages/contract"), into: packing });
  cpSync(tarball, join(into, basename(tarball)));

  const sums = [];
  for (const file of readdirSync(into).toSorted()) sums.push(`${await sha256Of(join(into, file))}  ${file}\n`);
  writeFileSync(join(into, "SHA256SUMS"), sums.join(""));
  console.log(`${sums.join("")}\nThe release is in ${into}. To make an image of the root:`);
  console.log(`  ${importCommand(image, `${imageFile}.gz`, `petstore:${version}`)}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
