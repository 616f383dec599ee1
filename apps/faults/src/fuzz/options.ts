import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ownApi } from "../service-process.js";
import type { Packet } from "./packet.js";
import type { FuzzOptions } from "./run-fuzz.js";

export const help = `npx pnpm fuzz [--minutes 10] [--seed N] [--workers 1] [--connections 16] [--api folder] [--replay file]

Starts the service on a private store in a temporary folder and sends it what no client should: mutated requests, random
bytes, pipelines, resets, CONNECT, unread answers. It watches the process, its answers, its log, its event loop and its memory.

  --minutes      how long it sends, at most 600
  --seed         of the random numbers; printed at the start. A seed draws the same packets in every run
  --workers      WORKERS of the service
  --connections  how many packets are in flight at once
  --api          another build of apps/api to fuzz, such as that of an older commit
  --replay       sends the packets of a findings file, over and over, in the place of random ones
  --max-wait     how many milliseconds /healthz may take at most (1000)
`;

const numberOf = (option: string, given: string, min: number, max: number): number => {
  const number = Number(given);
  if (number >= min && number <= max) return number;
  throw new RangeError(`--${option} must be a number from ${min} to ${max}.`);
};

const apiIn = (folder: string): string => {
  const api = resolve(folder);
  if (existsSync(join(api, "dist/main.js"))) return api;
  throw new RangeError(`--api: ${join(api, "dist/main.js")} does not exist; build that package first.`);
};

const readPackets = (file: string): Packet[] => {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter(Boolean).map((line) => (JSON.parse(line) as { packet: Packet }).packet);
};

/** Undefined where help is asked for. @throws RangeError or TypeError that says what to give instead. */
export const parseOptions = (args: readonly string[]): Omit<FuzzOptions, "print"> | undefined => {
  const string = (initial: string) => ({ type: "string", default: initial }) as const;
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== "--"),
    options: {
      help: { type: "boolean", short: "h", default: false },
      minutes: string("10"),
      seed: string(String(Math.floor(Math.random() * 1e9))),
      workers: string("1"),
      connections: string("16"),
      api: string(ownApi),
      "max-wait": string("1000"),
      replay: { type: "string" },
    },
  });
  if (values.help) return undefined;
  const seed = numberOf("seed", values.seed, 0, 2 ** 31);
  return {
    api: apiIn(values.api),
    seconds: numberOf("minutes", values.minutes, 0.05, 600) * 60,
    seed,
    workers: numberOf("workers", values.workers, 1, 64),
    connections: numberOf("connections", values.connections, 1, 500),
    maxWaitMs: numberOf("max-wait", values["max-wait"], 1, 600_000),
    settleSeconds: 60,
    findingsFile: join(tmpdir(), `petstore-fuzz-${seed}-${process.pid}.jsonl`),
    ...(values.replay === undefined ? {} : { packets: readPackets(values.replay) }),
  };
};
