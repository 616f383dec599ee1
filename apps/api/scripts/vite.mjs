// Starts Vite's dev server, which `pnpm dev` runs together with the service.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { root } from "./prepare.mjs";

/** @param {string} host */
export const findFreePort = async (host) => {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
};

/** A service that listens on every address can be reached at this machine's own address. */
const reachable = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

/** @param {string} host @param {number} port */
export const urlOf = (host, port) => {
  const name = reachable.get(host) ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
};

/**
 * Vite prints its address itself, because it uses the next port if its own is not free.
 * @param {string} apiUrl
 * @param {(cause: string) => void} onExit
 */
export const launchVite = (apiUrl, onExit) => {
  const folder = join(root, "apps/web");
  const vite = createRequire(join(folder, "package.json")).resolve("vite/package.json");
  const child = spawn(process.execPath, [join(dirname(vite), "bin", "vite.js"), "--clearScreen", "false"], {
    cwd: folder,
    env: { ...process.env, API_URL: apiUrl },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const exited = new Promise((resolve) => child.once("exit", (code, name) => resolve(String(code ?? name))));
  void exited.then(onExit);
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  return { stop };
};
