import { readFileSync } from "node:fs";

// This module and the entries that import it must be readable for old versions of Node: no `??=`, no new functions.

/**
 * This is EX_CONFIG of sysexits.h. The unit in ops/systemd does not restart the service after an exit with this code.
 */
export const EXIT_CODE_OF_MISTAKE = 78;

/** The oldest version of Node, as `engines` of package.json names it. */
export const OLDEST_NODE = [20, 19] as const;
/** Fewer open files are not enough to load the service's modules, which Node opens at the same time. */
const LEAST_OPEN_FILES = 512;

const isTooOld = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
};

/** Node itself raises the limit of a process as far as it is allowed. Other systems than Linux have no such file. */
export const readOpenFileLimit = (path = "/proc/self/limits"): number => {
  let limits = "";
  try {
    limits = readFileSync(path, "utf8");
  } catch {
    return Infinity;
  }
  const found = /^Max open files +([0-9]+)/m.exec(limits);
  return found === null ? Infinity : Number(found[1]);
};

/** Says why the service cannot run here; undefined if it can. */
export const findPlatformProblem = (version: string, openFiles: number): string | undefined => {
  if (isTooOld(version)) {
    return `Pet Store needs Node.js ${OLDEST_NODE.join(".")} or newer, and this is ${version}: install a newer one from https://nodejs.org.`;
  }
  if (openFiles < LEAST_OPEN_FILES) {
    return `Pet Store needs at least ${LEAST_OPEN_FILES} open files, and this process may open ${openFiles}: raise the limit (ulimit -n, LimitNOFILE of systemd, or --ulimit of a container).`;
  }
  return undefined;
};

/** Ends the process with one sentence if it cannot run here. Without this, an import would fail with a stack trace. */
export const requirePlatform = (exitCode: number): void => {
  const problem = findPlatformProblem(process.versions.node, readOpenFileLimit());
  if (problem === undefined) return;
  process.stderr.write(`${problem}\n`);
  process.exit(exitCode);
};
