import { execFile } from "node:child_process";

const MAX_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 120_000;

/**
 * @returns {Promise<string>} Standard output, whatever the exit code, because `pnpm audit` exits with 1 if it has
 * findings.
 */
export const pnpm = (...args) =>
  new Promise((resolve) => {
    const options = { maxBuffer: MAX_BYTES, timeout: TIMEOUT_MS, cwd: new URL("..", import.meta.url) };
    execFile("npx", ["--yes", "pnpm@12.21.0", ...args], options, (_error, stdout) => resolve(stdout));
  });

/** @returns {any} Undefined if the text is not JSON. */
export const readJson = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
