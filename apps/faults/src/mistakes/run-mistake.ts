import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { findFreePort } from "../service/service-process.js";
import { createProcess, type User } from "../service/started-process.js";
import { makeFolder, stopServerAtCleanup } from "../store/store.js";
import type { Made, Mistake, Place } from "./mistake.js";

export type Result = {
  readonly mistake: string;
  /** The line that names the mistake; otherwise the first line at level `warn` or above. */
  readonly printed: string;
  readonly printedMs: number | undefined;
  readonly ended: "exits" | "waits" | "serves";
  readonly exit: string | undefined;
  readonly reasons: readonly string[];
};

/** A start that waits for its database says so at once, and a first start creates a store. */
const WATCHED_MS = 25_000;
const SAYS_WITHIN_MS = 20_000;
const POLL_MS = 100;
const NOBODY = 65534;
const WARN = 40;

type Line = { readonly at: number; readonly text: string };

/** Leaves out what the log says at level `info`. */
const warningOf = (line: string): string | undefined => {
  if (!line.startsWith("{")) return line.trim() === "" ? undefined : line;
  const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: { message?: string } };
  return level < WARN ? undefined : [msg, err?.message].filter(Boolean).join(": ");
};

const writeEnvFile = async (folder: string, file: Made["envFile"]) => {
  const path = join(folder, ".env");
  if (file === undefined) return;
  if (typeof file === "string" || Buffer.isBuffer(file)) await writeFile(path, file);
  else if (file.is === "folder") await mkdir(path);
  else {
    await writeFile(path, "PORT=3000\n");
    await chmod(path, 0);
  }
};

/** Root may read every file, so another user makes this mistake. */
const userOf = ({ envFile }: Made): User | undefined =>
  typeof envFile === "object" && "is" in envFile && envFile.is === "unreadable" && process.getuid?.() === 0
    ? { uid: NOBODY, gid: NOBODY }
    : undefined;

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

export const runMistake = async (
  api: string,
  place: Place,
  { name, mentions, result, make }: Mistake,
  cleanup: Cleanup,
): Promise<Result> => {
  const made = make(place);
  const folder = await makeFolder(cleanup);
  await chmod(folder, 0o755);
  await writeEnvFile(folder, made.envFile);
  const dataDir = join(folder, "data");
  stopServerAtCleanup(dataDir, cleanup);
  const port = await findFreePort();
  const { PATH = "" } = process.env;
  const base = { PATH, HOME: folder, PORT: String(port), DATA_DIR: dataDir, WEB_DIR: "none", DOCS_DIR: "none" };
  const entry = made.command === undefined ? "dist/main.js" : "dist/cli.js";
  const program = [process.execPath, join(api, entry), ...(made.command ?? [])];
  const lines: Line[] = [];
  const startedAt = performance.now();
  const user = userOf(made);
  const started = createProcess(
    {
      command: "/bin/sh",
      args: ["-c", made.shell ?? 'exec "$@"', "sh", ...program],
      cwd: folder,
      env: { ...base, ...made.env },
      ...(user && { user }),
      onLine: (line) => {
        const text = warningOf(line);
        if (text !== undefined) lines.push({ at: performance.now() - startedAt, text });
      },
    },
    cleanup,
  );
  started.start();
  const found = () => lines.find(({ text }) => mentions.test(text));
  // A start in a network namespace cannot be asked, so it counts as one that serves while it runs.
  const isApart = made.shell?.includes("unshare") === true;
  let serves = false;
  while (started.isRunning() && !(serves && found() !== undefined)) {
    if (performance.now() - startedAt > WATCHED_MS) break;
    // A start that waits has said so.
    if (result === "waits" && found() !== undefined) break;
    serves = isApart ? found() !== undefined : await isReady(Number(made.env?.["PORT"] ?? port));
    await sleep(POLL_MS);
  }
  const exit = started.exit();
  // The last lines may arrive after the exit.
  await sleep(POLL_MS);
  await started.end("SIGTERM");
  const line = found();
  const ended = exit !== undefined ? "exits" : serves ? "serves" : "waits";
  return {
    mistake: name,
    printed: (line ?? lines[0])?.text ?? "",
    printedMs: (line ?? lines[0])?.at,
    ended,
    exit,
    reasons: [
      ...(line === undefined ? [`no line mentions ${mentions.source}`] : []),
      ...(line !== undefined && line.at > SAYS_WITHIN_MS ? ["it took too long to say so"] : []),
      ...(ended === result ? [] : [`it ${ended}, where it should be one that ${result}`]),
      ...(exit === "0" ? ["the exit code is 0"] : []),
    ],
  };
};
