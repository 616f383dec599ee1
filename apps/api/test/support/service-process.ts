import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const mainPath = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/**
 * All replicas have this secret. Without it, a service with DATABASE_URL would write a file into its working directory.
 */
const authSecret = randomUUID();

export type ServiceProcess = {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
  /** Resolves to the address in the service's banner. Rejects if the service exits first. */
  address(): Promise<string>;
  /** Resolves to the exit code, or to the name of the signal. */
  ended: Promise<number | string>;
};

/** Starts `node dist/main.js` with these variables only. Without DATA_DIR it gets a temporary one. */
export const startServiceProcess = (env: Record<string, string>, cwd = "/"): ServiceProcess => {
  const { PATH = "", HOME = "" } = process.env;
  const ownDataDir = env["DATA_DIR"] === undefined ? mkdtempSync(join(tmpdir(), "petstore-data-")) : undefined;
  const dataDir = ownDataDir === undefined ? {} : { DATA_DIR: ownDataDir };
  const defaults = { PATH, HOME, PORT: "0", AUTH_SECRET: authSecret, WEB_DIR: "none", DOCS_DIR: "none", ...dataDir };
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
        // The banner is written in one piece.
        if (found !== undefined) resolve(found);
      };
      look();
      child.stdout.on("data", look);
      void ended.then((code) => reject(new Error(`The service exited with ${code}: ${output.stderr}`)));
    });
  return { child, output, address, ended };
};

/** Sends SIGTERM and waits for the exit. */
export const stopServiceProcess = async ({ child, ended }: ServiceProcess): Promise<number | string> => {
  child.kill("SIGTERM");
  return ended;
};

/** Returns the path of a first start's credentials file, or undefined on later starts. */
export const credentialsPathOf = ({ output }: ServiceProcess): string | undefined =>
  /^ *Secrets +(.*)$/m.exec(output.stdout)?.[1];

const fieldOf = (service: ServiceProcess, name: string) => {
  const path = credentialsPathOf(service);
  return path === undefined ? "" : (new RegExp(`^${name} +(\\S+)$`, "m").exec(readFileSync(path, "utf8"))?.[1] ?? "");
};

/** Returns the key of a first start, or an empty text on later starts. */
export const keyOf = (service: ServiceProcess): string => fieldOf(service, "Key");
/** Returns the link with which the owner of a first start chooses a password. */
export const linkOf = (service: ServiceProcess): string => fieldOf(service, "Sign in");
