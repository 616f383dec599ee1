import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hasCode } from "../../database/errors.js";
import { authSecretPath, findAuthSecret } from "../../startup/auth-secret.js";
import { findIdleWorkers, gibibytes, readMachine, requireMemory } from "../../startup/check-workers.js";
import { findExposure } from "../../startup/exposure.js";
import { findNearMisses } from "../../startup/near-misses.js";
import { readOpenFileLimit } from "../../startup/require-platform.js";
import { count, plural } from "../words.js";
import { type Check, findingOf, type Finding, off, ok, orProblems, warning, wrong } from "./finding.js";
import { setNames } from "./read-settings.js";

const configuration: Check = {
  name: "configuration",
  run: ({ env, mistakes }) => {
    const names = setNames(env);
    const what = names.length === 0 ? "no setting is set" : `set and valid: ${names.join(", ")}`;
    const problems = mistakes.map((mistake) => wrong(`${mistake}.`));
    return orProblems([...problems, ...findNearMisses(env).map(warning)], ok(`${what}.`));
  },
};

const machine: Check = {
  name: "machine",
  run: ({ config: { workers, maxConnections } }) => {
    const found = readMachine();
    const problems: Finding[] = [];
    try {
      requireMemory(workers, found);
    } catch (error) {
      problems.push(findingOf(error));
    }
    const idle = findIdleWorkers(workers, found);
    if (idle !== undefined) problems.push(warning(idle));
    const files = readOpenFileLimit();
    if (files < maxConnections) {
      problems.push(
        warning(
          `A process may open ${count(files)} files, and serves up to ${count(maxConnections)} connections: raise the limit (ulimit -n, LimitNOFILE), or lower MAX_CONNECTIONS.`,
        ),
      );
    }
    const memory = gibibytes(found.memoryBytes);
    return orProblems(
      problems,
      ok(`Node.js ${process.versions.node}, ${plural(found.cores, "core")}, ${memory}, ${plural(workers, "worker")}.`),
    );
  },
};

const PERCENT = 100;
const LEAST_PERCENT = 5;
const FEW_PERCENT = 15;
const MEGABYTE = 1_000_000;

/** Returns the folder, or the nearest one above it that exists, in which it would be made. */
const existingFolder = async (path: string): Promise<string> => {
  const isThere = await stat(path).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, "ENOENT")) return false;
      throw error;
    },
  );
  return isThere ? path : existingFolder(dirname(path));
};

const disk: Check = {
  name: "disk",
  needs: ["DATA_DIR"],
  run: async ({ config: { dataDir } }) => {
    const remedy = "make it a folder that this user may write to, or name another DATA_DIR.";
    try {
      const folder = await existingFolder(dataDir);
      await access(folder, constants.W_OK | constants.X_OK);
      const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
      if (blocks === 0) return wrong(`DATA_DIR "${dataDir}" is not on a disk: ${remedy}`);
      const percent = Math.floor((PERCENT * bavail) / blocks);
      const free = `${count(Math.floor((bavail * bsize) / MEGABYTE))} MB (${percent} %)`;
      const text = `DATA_DIR "${dataDir}" has ${free} free`;
      const make = ": make room there; PostgreSQL stops when a disk is full.";
      if (percent < LEAST_PERCENT) return wrong(text + make);
      if (files > 0 && ffree * PERCENT < files) return wrong(`DATA_DIR "${dataDir}" has hardly a free inode${make}`);
      if (percent < FEW_PERCENT) return warning(text + make);
      return ok(`${text}${folder === dataDir ? "" : "; it will be made"}.`);
    } catch (error) {
      if (!hasCode(error, "EACCES", "ENOTDIR", "EPERM", "EROFS", "ELOOP", "ENAMETOOLONG")) throw error;
      return wrong(`DATA_DIR "${dataDir}" cannot be used (${error.code}): ${remedy}`);
    }
  },
};

const OTHERS_MAY_READ = 0o004;

const readableByOthers = async (path: string): Promise<boolean> =>
  stat(path).then(
    ({ mode }) => (mode & OTHERS_MAY_READ) !== 0,
    () => false,
  );

const secrets: Check = {
  name: "secrets",
  needs: ["AUTH_SECRET"],
  run: async ({ config: { authSecret, dataDir, databaseUrl } }) => {
    const problems: Finding[] = [];
    let fine = "AUTH_SECRET is set";
    if (authSecret === undefined) {
      const path = authSecretPath(dataDir);
      fine = `the secret that signs cookies is in ${path}`;
      try {
        if ((await findAuthSecret({ authSecret, dataDir })) === undefined) fine = `the first start makes ${path}`;
      } catch (error) {
        problems.push(findingOf(error));
      }
      if (databaseUrl !== undefined)
        problems.push(
          warning("AUTH_SECRET is not set: if several replicas serve this database, set the same one in all of them."),
        );
    }
    if (await readableByOthers(".env"))
      problems.push(warning(".env can be read by every user of this machine: run chmod 600 on it."));
    const first = join(dataDir, "first-start.txt");
    const isLeft = await stat(first).then(
      () => true,
      () => false,
    );
    if (isLeft) problems.push(warning(`${first} still has the first key and invitation: use them, then delete it.`));
    return orProblems(problems, ok(`${fine}.`));
  },
};

const REFUSAL_WITHOUT_KEY = 401;

/** Asks the public address for pets without a key, because only Pet Store refuses that in this way. */
const askPublic = async (publicUrl: string, signal: AbortSignal): Promise<Finding | undefined> => {
  const remedy = "correct PUBLIC_URL, or the proxy and its certificate; if this machine cannot reach it, ignore this.";
  try {
    const { status, headers } = await fetch(`${publicUrl}/pets`, { signal, redirect: "manual" });
    if (status === REFUSAL_WITHOUT_KEY && headers.has("x-request-id")) return undefined;
    return warning(`${publicUrl} answers with ${status}, not as a running Pet Store: start the service, or ${remedy}`);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = signal.aborted ? "no answer" : String(Reflect.get(Object(cause), "code") ?? cause);
    return warning(`${publicUrl} cannot be reached from here (${reason}): ${remedy}`);
  }
};

const PUBLIC_DEADLINE_MS = 3_000;

const proxy: Check = {
  name: "proxy",
  needs: ["PUBLIC_URL", "TRUSTED_PROXIES", "HOST"],
  run: async ({ config }, signal) => {
    const { publicUrl, trustedProxies, host } = config;
    const problems: Finding[] = [];
    const exposure = findExposure(config);
    if (exposure !== undefined) problems.push(warning(exposure));
    if (publicUrl !== undefined && trustedProxies.length === 0)
      problems.push(
        warning(
          "PUBLIC_URL is set and TRUSTED_PROXIES is not, so all clients of a proxy share one rate limit for addresses: name the proxy in TRUSTED_PROXIES.",
        ),
      );
    const limited = AbortSignal.any([signal, AbortSignal.timeout(PUBLIC_DEADLINE_MS)]);
    const answer = publicUrl === undefined ? undefined : await askPublic(publicUrl, limited);
    if (answer !== undefined) problems.push(answer);
    if (publicUrl === undefined && trustedProxies.length === 0)
      return orProblems(problems, off(`no proxy is named, and the service listens on ${host}.`));
    const trusted = trustedProxies.length === 0 ? "no proxy is trusted" : `trusted: ${trustedProxies.join(", ")}`;
    return orProblems(problems, ok(publicUrl === undefined ? `${trusted}.` : `${publicUrl} answers; ${trusted}.`));
  },
};

export const checksOfMachine: readonly Check[] = [configuration, machine, disk, secrets, proxy];
