import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../api/dist/main.js", import.meta.url));
const preload = new URL("../preload/advance-clock.mjs", import.meta.url).href;
const START_MS = 60_000;

/**
 * The limit is high enough for everything in the tour except the step about the rate limit, and low enough that this
 * step reaches it quickly.
 */
const RATE_LIMIT = 40;

/** The service as a process with its own store, a low rate limit, and a clock that can be moved forward. */
export type Service = {
  readonly baseUrl: string;
  /** A key of scope `admin`. */
  readonly adminKey: string;
  advanceClock(ms: number): Promise<void>;
  stop(): Promise<void>;
};

export const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

const isReady = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

const waitUntilReady = async (origin: string, child: ChildProcess, output: () => string) => {
  const giveUpAt = performance.now() + START_MS;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || performance.now() > giveUpAt) {
      throw new Error(`The service did not start:\n${output()}`);
    }
    await sleep(50);
  }
};

const readKey = async (dataDir: string): Promise<string> => {
  const text = await readFile(join(dataDir, "first-start.txt"), "utf8");
  return /^Key +(\S+)$/m.exec(text)?.[1] ?? "";
};

export const startService = async (): Promise<Service> => {
  const dataDir = await mkdtemp(join(tmpdir(), "petstore-clients-"));
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, ["--import", preload, main], {
    // The working directory is the data folder, because in a folder of the workspace the service would read a .env
    // file.
    cwd: dataDir,
    env: {
      PATH,
      HOME,
      PORT: String(port),
      DATA_DIR: join(dataDir, "data"),
      WEB_DIR: "none",
      LOG_LEVEL: "warn",
      RATE_LIMIT: String(RATE_LIMIT),
      ACCOUNT_RATE_LIMIT: "0",
      WEBHOOK_ALLOW: "127.0.0.0/8",
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => void (output = (output + text).slice(-20_000)));
  }
  const stop = async () => {
    if (child.exitCode === null && child.kill("SIGTERM")) await once(child, "exit");
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(origin, child, () => output);
    return {
      baseUrl: `${origin}/v1`,
      adminKey: await readKey(join(dataDir, "data")),
      advanceClock: async (advanceMs) => {
        child.send({ advanceMs });
        await once(child, "message");
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
