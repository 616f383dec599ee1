import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { apiIn, numberIn, ownApi } from "../command-line.js";
import type { Packet } from "./packet.js";
import type { FuzzOptions } from "./run-fuzz.js";

export const help = `npx pnpm fuzz [--minutes 10] [--seed N] [--workers 1] [--connections 16] [--api folder] [--replay file]

Starts the service on a private store in a temporary folder and sends hostile traffic: mutated requests, random bytes,
pipelines, resets, CONNECT, unread responses. It watches the process, its responses, its log, its event loop and its memory.

  --minutes      how long to send, at most 600
  --seed         seed of the random numbers, printed at the start; a seed draws the same packets in every run
  --workers      WORKERS of the service
  --connections  how many packets are in flight at once
  --api          another build of apps/api, for example of an older commit
  --replay       send the packets of a findings file, repeatedly, instead of random ones
  --max-wait     how many milliseconds /healthz may take (1000)
`;

const readPackets = (file: string): Packet[] => {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter(Boolean).map((line) => (JSON.parse(line) as { packet: Packet }).packet);
};

export const parseOptions = (args: readonly string[]): Omit<FuzzOptions, "print"> | undefined => {
  const string = (initial: string) => ({ type: "string", default: initial }) as const;
  const { values } = parseArgs({
    args: [...args],
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
  const seed = numberIn("seed", values.seed, 0, 2 ** 31);
  return {
    api: apiIn(values.api),
    seconds: numberIn("minutes", values.minutes, 0.05, 600) * 60,
    seed,
    workers: numberIn("workers", values.workers, 1, 64),
    connections: numberIn("connections", values.connections, 1, 500),
    maxWaitMs: numberIn("max-wait", values["max-wait"], 1, 600_000),
    settleSeconds: 60,
    findingsFile: join(tmpdir(), `petstore-fuzz-${seed}-${process.pid}.jsonl`),
    ...(values.replay === undefined ? {} : { packets: readPackets(values.replay) }),
  };
};
