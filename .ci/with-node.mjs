// This script runs a command under another version of Node.js: node .ci/with-node.mjs 24.21.0 vitest run
// npm downloads that version once, from the npm package of Node.js for this platform. If it cannot be downloaded, the
// command is skipped. With REQUIRE_NODE_VERSIONS=1 the script fails instead.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { argv, arch, env, platform } from "node:process";
import { fileURLToPath } from "node:url";

const [version = "", command = "", ...args] = argv.slice(2);
const cache = fileURLToPath(new URL("../node_modules/.cache/node", import.meta.url));
const folder = join(cache, version);
const name = `${platform === "darwin" && arch === "arm64" ? "node-bin" : "node"}-${platform}-${arch}`;
const bin = join(folder, "node_modules", name, "bin");

const fetchNode = () => {
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(join(cache, "making-"));
  try {
    writeFileSync(join(making, "package.json"), "{}");
    const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    execFileSync("npm", ["install", ...options, `${name}@${version}`], { cwd: making, stdio: "inherit" });
    // A concurrent run may have downloaded it first.
    if (!existsSync(folder)) renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
};

const has = () => {
  try {
    return execFileSync(join(bin, "node"), ["--version"], { encoding: "utf8" }).trim() === `v${version}`;
  } catch {
    return false;
  }
};

if (!has()) {
  try {
    rmSync(folder, { recursive: true, force: true });
    fetchNode();
  } catch {
    // The code below reports that the version is missing.
  }
}
if (has()) {
  // With this PATH, programs that a test starts by name also run under this version.
  const path = [bin, join(process.cwd(), "node_modules/.bin"), env.PATH ?? ""].join(delimiter);
  const child = spawn(command, args, { stdio: "inherit", env: { ...env, PATH: path } });
  child.on("error", (error) => {
    console.error(`${command} cannot be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on("exit", (code) => (process.exitCode = code ?? 1));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
} else {
  const what = `Node.js ${version} cannot be fetched with npm (${name}@${version})`;
  const isRequired = env.REQUIRE_NODE_VERSIONS === "1";
  console.log(isRequired ? `${what}, and REQUIRE_NODE_VERSIONS asks for it.` : `${what}: its tests are skipped.`);
  process.exitCode = isRequired ? 1 : 0;
}
