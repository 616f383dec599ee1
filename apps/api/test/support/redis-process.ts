import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.js";

export type RedisProcess = {
  readonly url: string;
  /** Starts Redis. After `kill` it starts on the same port, and is empty. */
  start(): Promise<void>;
  /** Pauses Redis, whose connections stay open. */
  freeze(): void;
  kill(): Promise<void>;
  /** Kills Redis and removes its folder. */
  remove(): Promise<void>;
};

/** Tests of Redis run only if it is installed. */
export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

/** Creates a Redis on a loopback port, with a password and without persistence. */
export const createRedisProcess = async (password: string): Promise<RedisProcess> => {
  const folder = await mkdtemp(join(tmpdir(), "petstore-redis-"));
  const port = await freePort();
  const settings = { port, bind: "127.0.0.1", dir: folder, save: "", appendonly: "no", requirepass: password };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  let child: ChildProcess | undefined;
  const start = async () => {
    const started = spawn("redis-server", args, { stdio: ["ignore", "pipe", "inherit"] });
    child = started;
    await new Promise<void>((resolve, reject) => {
      started.once("error", reject);
      started.once("exit", (code) => reject(new Error(`redis-server exited with ${code}`)));
      started.stdout.on("data", (text: Buffer) => {
        if (text.includes("Ready to accept connections")) resolve();
      });
    });
  };
  const kill = async () => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    running.kill("SIGKILL");
    await once(running, "exit");
  };
  const remove = async () => {
    await kill();
    await rm(folder, { recursive: true });
  };
  const freeze = () => void child?.kill("SIGSTOP");
  return { url: `redis://:${password}@127.0.0.1:${port}`, start, freeze, kill, remove };
};
