import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const mainPath = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** The same for all replicas. Without it, a service with DATABASE_URL would make a file in its working folder. */
const authSecret = randomUUID();

export type ServiceProcess = {
  child: ChildProcess;
  /** All of standard output and standard error so far. */
  output: { stdout: string; stderr: string };
  /** The address that it greets with. Rejects when it ends before. */
  address(): Promise<string>;
  /** Fulfilled with the exit code, or the signal's name. */
  ended: Promise<number | string>;
};

/**
 * The service as its own process, as `node dist/main.js` starts it, with these variables alone. Where they name no DATA_DIR, it
 * has one of its own until it ends.
 */
export const startServiceProcess = (env: Record<string, string>, cwd = "/"): ServiceProcess => {
  const { PATH = "", HOME = "" } = process.env;
  const ownDataDir = env["DATA_DIR"] === undefined ? mkdtempSync(join(tmpdir(), "petstore-data-")) : undefined;
  const dataDir = ownDataDir === undefined ? {} : { DATA_DIR: ownDataDir };
  const defaults = { PATH, HOME, PORT: "0", AUTH_SECRET: authSecret, ...dataDir };
  const child = spawn(process.execPath, [mainPath], { cwd, env: { ...defaults, ...env } });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (output.stderr += text));
  const ended = once(child, "close").then(([code, signal]) => {
    if (ownDataDir !== undefined) rmSync(ownDataDir, { recursive: true, force: true });
    return (code ?? signal) as number | string;
  });
  const address = () =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = /API +(http:\S+)\/v1/.exec(output.stdout)?.[1];
        // All that it says comes in one piece.
        if (found !== undefined) resolve(found);
      };
      look();
      child.stdout.on("data", look);
      void ended.then((code) => reject(new Error(`The service ended with ${code}: ${output.stderr}`)));
    });
  return { child, output, address, ended };
};

/** Ends the process that was started, and waits until it has. */
export const stopServiceProcess = async ({ child, ended }: ServiceProcess): Promise<number | string> => {
  child.kill("SIGTERM");
  return ended;
};

/** The file with the credentials of a first start; undefined where it was none. */
export const credentialsPathOf = ({ output }: ServiceProcess): string | undefined =>
  /^ *Secrets +(.*)$/m.exec(output.stdout)?.[1];

const fieldOf = (service: ServiceProcess, name: string) => {
  const path = credentialsPathOf(service);
  return path === undefined ? "" : (new RegExp(`^${name} +(\\S+)$`, "m").exec(readFileSync(path, "utf8"))?.[1] ?? "");
};

/** The key that a first start has made; empty where it was none. */
export const keyOf = (service: ServiceProcess): string => fieldOf(service, "Key");
export const passwordOf = (service: ServiceProcess): string => fieldOf(service, "Password");
