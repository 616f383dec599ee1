// Publishes the package with a statement of provenance; with --dry-run it only checks and packs it, and prints what it
// would publish.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packPackage } from "./pack-package.mjs";
import { repositoryHere } from "./stage-package.mjs";

const folder = fileURLToPath(new URL("..", import.meta.url));
const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const isDryRun = process.argv.includes("--dry-run");
const temporary = mkdtempSync(join(tmpdir(), "publish-"));

const findChanges = () => {
  const { status, stdout, stderr, error } = spawnSync("git", ["status", "--porcelain"], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) return [`git status failed: ${error?.message ?? stderr.trim()}; publish from a clone`];
  return stdout === "" ? [] : [`files differ from the last commit; commit them:\n${stdout.trimEnd()}`];
};

/**
 * `tsc -b` does not remove the output of a deleted source file, so dist is compared with a fresh build. `npm test`
 * checks the types.
 */
const findStaleBuild = () => {
  const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
  const project = join(folder, "tsconfig.build.json");
  const fresh = join(temporary, "dist");
  const compiled = spawnSync(
    process.execPath,
    [tsc, "-p", project, "--noCheck", "--outDir", fresh, "--tsBuildInfoFile", join(temporary, "tsbuildinfo")],
    { encoding: "utf8" },
  );
  if (compiled.status !== 0) return [`the sources do not compile:\n${compiled.stdout.trimEnd()}`];
  const dist = join(folder, "dist");
  const remedy = "delete packages/contract/dist, then run `npx --yes pnpm build`";
  if (!existsSync(dist)) return [`the package is not built; ${remedy}`];
  // A source map contains the path to its source, so maps are not compared.
  const read = (base) =>
    new Map(
      readdirSync(base, { recursive: true })
        .filter((path) => /\.(?:js|d\.ts)$/.test(path))
        .map((path) => [path, readFileSync(join(base, path), "utf8")]),
    );
  const [built, expected] = [read(dist), read(fresh)];
  const stale = [...new Set([...built.keys(), ...expected.keys()])].filter(
    (path) => built.get(path) !== expected.get(path),
  );
  return stale.length === 0 ? [] : [`dist is not what the sources compile to (${stale.join(", ")}); ${remedy}`];
};

const findMissingEntry = () => {
  const path = join(folder, "CHANGELOG.md");
  const changelog = existsSync(path) ? readFileSync(path, "utf8") : "";
  const [, after = ""] = changelog.split(`\n## ${version}\n`);
  const [entry = ""] = after.split("\n## ");
  return entry.replace(/^#.*$/gm, "").trim() === ""
    ? [`CHANGELOG.md has no entry for ${version}; run \`npx --yes pnpm release:prepare\``]
    : [];
};

const findPublished = () => {
  const { status, stdout, stderr } = spawnSync(
    "npm",
    ["view", `${name}@${version}`, "version", "--json", "--fetch-retries=0", "--loglevel=error"],
    { cwd: folder, encoding: "utf8" },
  );
  if (status === 0 && stdout.trim() === "") return [];
  if (status === 0)
    return [`${name} ${version} is already published; add a changeset and run \`npx --yes pnpm release:prepare\``];
  if (stdout.includes("E404")) return [];
  const problem = `the registry does not say whether ${version} is published: ${stderr.split("\n", 1)[0]}`;
  if (!isDryRun) return [problem];
  console.log(`Not checked: ${problem}\n`);
  return [];
};

/** npm signs provenance only with the token of a CI job, and only for the repository that the job runs for. */
const findMissingIdentity = () => {
  if (isDryRun) return [];
  const needed = ["CI", "GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "ACTIONS_ID_TOKEN_REQUEST_URL"];
  const missing = needed.filter((variable) => !process.env[variable]);
  return missing.length === 0
    ? []
    : [`${missing.join(", ")} not set: publish from a CI job with \`id-token: write\`, or pass --dry-run`];
};

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

const publish = () => {
  const problems = [findMissingIdentity, findChanges, findMissingEntry, findStaleBuild, findPublished].flatMap((find) =>
    find(),
  );
  if (problems.length > 0) {
    console.error(problems.map((problem) => `Not published: ${problem}`).join("\n"));
    process.exitCode = 1;
    return;
  }
  const repository = repositoryHere();
  const { tarball, files, size, unpackedSize } = packPackage({ folder, into: temporary, repository });
  for (const file of files) console.log(`${kilobytes(file.size).padStart(12)}  ${file.path}`);
  console.log(`\n${name} ${version}: ${files.length} files, ${kilobytes(size)}, unpacked ${kilobytes(unpackedSize)}`);
  console.log(`Repository: ${repository?.url ?? "of GITHUB_SERVER_URL and GITHUB_REPOSITORY, which are not set here"}`);
  const command = ["publish", tarball, "--provenance", "--access", "public"];
  if (isDryRun) console.log(`Would run: npm ${command.join(" ")}`);
  else execFileSync("npm", command, { stdio: "inherit" });
};

try {
  publish();
} finally {
  rmSync(temporary, { recursive: true });
}
