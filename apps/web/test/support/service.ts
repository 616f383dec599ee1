import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ownCheckout = fileURLToPath(new URL("../../../..", import.meta.url));
const cheapScrypt = new URL("cheap-scrypt.mjs", import.meta.url).href;
const START_MS = 60_000;

/** The service as a process with its own store, which hashes passwords cheaply. */
export type Service = {
  readonly address: string;
  readonly ownerEmail: string;
  /** The code of the owner's invitation. The owner has no password yet. */
  readonly invitation: string;
  /** A key of scope `admin`. */
  readonly key: string;
  readonly dataDir: string;
  /** Ends the process, and keeps the data. */
  readonly end: () => Promise<void>;
  /** Ends the process, and deletes the data. */
  readonly stop: () => Promise<void>;
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
};

const isReady = async (address: string): Promise<boolean> => {
  try {
    return (await fetch(`${address}/readyz`)).ok;
  } catch {
    return false;
  }
};

const waitUntilReady = async (address: string, child: ChildProcess, output: () => string) => {
  const deadline = Date.now() + START_MS;
  while (!(await isReady(address))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The service did not start:\n${output()}`);
    await sleep(100);
  }
};

const readFirstStart = async (dataDir: string): Promise<Record<string, string>> => {
  const text = await readFile(join(dataDir, "first-start.txt"), "utf8");
  return Object.fromEntries([...text.matchAll(/^(\w[\w ]*?) {2,}(\S+)$/gm)].map(([, name, value]) => [name, value]));
};

/**
 * @param from - The data of a service that has ended. The new service gets a copy of it.
 * @param checkout - The folder of a built checkout, whose service and pages are started.
 */
export const startService = async (
  env: Readonly<Record<string, string>> = {},
  from?: string,
  checkout = ownCheckout,
): Promise<Service> => {
  const dataDir = await mkdtemp(join(tmpdir(), "petstore-web-"));
  if (from !== undefined) await cp(from, dataDir, { recursive: true });
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["--import", cheapScrypt, join(checkout, "apps/api/dist/main.js")], {
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      DATA_DIR: dataDir,
      WEB_DIR: join(checkout, "apps/web/dist"),
      RATE_LIMIT: "0",
      TRUSTED_PROXIES: "loopback",
      WEBHOOK_ALLOW: "127.0.0.1",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-20_000);
    });
  }
  const end = async () => {
    if (child.exitCode === null && child.kill("SIGTERM")) await once(child, "exit");
  };
  const stop = async () => {
    await end();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(address, child, () => output);
    const { Owner = "", Key = "", "Sign in": link = "" } = await readFirstStart(dataDir);
    return { address, ownerEmail: Owner, invitation: new URL(link).hash.slice(1), key: Key, dataDir, end, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
