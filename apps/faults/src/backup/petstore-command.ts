import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ownApi } from "../options.js";

export type Store = Readonly<Record<"DATA_DIR" | "DATABASE_URL", string>>;

export type CommandResult = {
  readonly json: Record<string, unknown>;
  readonly seconds: number;
  readonly peakBytes: number;
};

const PEAK_POLL_MS = 50;

/** Reads the peak of resident memory from Linux; returns 0 on other systems. */
const readPeak = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
};

export const serviceEnv = (store: Partial<Store>) => ({
  PORT: "0",
  AUTH_SECRET: "of-a-proof-and-of-nothing-else-0123456789",
  RATE_LIMIT: "0",
  ...store,
});

/**
 * Runs the built command line with --json.
 * @throws An error with the content of standard error if the command fails.
 */
export const runPetstore = async (store: Partial<Store>, args: readonly string[]): Promise<CommandResult> => {
  const startedAt = performance.now();
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [join(ownApi, "dist/cli.js"), ...args, "--json"], {
    env: { PATH, HOME, ...serviceEnv(store) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (stderr += text));
  let peakBytes = 0;
  const poll = setInterval(
    () => void readPeak(child.pid).then((peak) => void (peakBytes = Math.max(peak, peakBytes))),
    PEAK_POLL_MS,
  );
  const [code] = (await once(child, "close")) as [number | null];
  clearInterval(poll);
  if (code !== 0) throw new Error(`petstore ${args.join(" ")} ended with ${code}: ${stderr}`);
  const seconds = (performance.now() - startedAt) / 1000;
  return { json: JSON.parse(stdout) as Record<string, unknown>, seconds, peakBytes };
};
