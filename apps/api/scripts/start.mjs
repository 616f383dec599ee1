// `npm start`: installs and builds what has changed, then serves in this process, so that signals reach the service.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Pet Store needs Node.js 20.19 or newer; this is ${process.version}. Install one from https://nodejs.org.`,
  );
  process.exit(1);
}

if (process.platform === "win32") {
  console.error(
    "Pet Store starts on Linux and macOS, and this is Windows: start it in WSL 2 (https://learn.microsoft.com/windows/wsl/install).",
  );
  process.exit(1);
}

const { catchSignals, installAndBuild, stopWithParent } = await import("./prepare.mjs");
stopWithParent();
const { signal, release } = catchSignals();
await installAndBuild(signal, { isWebWanted: true });
release();
await import("../dist/main.js");
