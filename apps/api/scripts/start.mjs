// `npm start`: installs and builds what has changed, then serves in this very process, so that signals reach the service.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Pet Store needs Node.js 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
console.error("Installing and building what has changed…");
const build = spawnSync("npx", ["--yes", "pnpm@12.21.0", "run", "build"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === "win32",
  stdio: ["ignore", "pipe", "pipe"],
});
if (build.error || build.status !== 0) {
  console.error(`${build.stdout ?? ""}${build.stderr ?? ""}`);
  console.error(`The build failed${build.error ? `: ${build.error.message}` : ""}. Its output is above.`);
  process.exit(1);
}
await import("../dist/main.js");
