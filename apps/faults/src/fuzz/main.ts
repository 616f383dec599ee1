import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { number, type Option, readOptions } from "@petstore/bench/dist/command-line.js";
import { apiFolder } from "../options.js";
import type { Packet } from "./packet.js";
import { type FuzzReport, runFuzz } from "./run-fuzz.js";

const help = `npx --yes pnpm fuzz [--minutes 10] [--seed N] [--workers 1] [--connections 16] [--api folder] [--replay file]

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

const findings: Option<readonly Packet[] | undefined> = {
  read: (given) => {
    const [file] = given.slice(-1);
    if (file === undefined) return undefined;
    const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
    return lines.map((line) => (JSON.parse(line) as { packet: Packet }).packet);
  },
};

const print = (line: string) => void process.stdout.write(`${line}\n`);
const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

const summarise = ({ packets, statuses, worstMs, memory: { before, peakRss, after } }: FuzzReport): string[] => {
  const sorted = [...statuses].toSorted(([one], [other]) => one - other);
  const resources = ({ resources }: typeof before) =>
    Object.entries(resources)
      .map(([name, count]) => `${count} ${name}`)
      .join(", ");
  return [
    `${packets} packets; responses: ${sorted.map(([status, count]) => `${status} ×${count}`).join(", ")}`,
    `/healthz: ${Math.round(worstMs)} ms at worst; longest delay of the event loop: ${Math.round(after.loopDelayMs)} ms`,
    `resident memory: ${mb(before.rss)} before, ${mb(peakRss)} at most, ${mb(after.rss)} after`,
    `live heap and buffers: ${mb(before.live)} before, ${mb(after.live)} after`,
    `resources before: ${resources(before)}; after: ${resources(after)}`,
  ];
};

const known = {
  api: apiFolder,
  minutes: number(10, 0.05, 600),
  seed: number(Math.floor(Math.random() * 1e9), 0, 2 ** 31),
  workers: number(1, 1, 64),
  connections: number(16, 1, 500),
  "max-wait": number(1_000, 1, 600_000),
  replay: findings,
};
const options = readOptions(known, help);
if (options !== undefined) {
  const { minutes, "max-wait": maxWaitMs, replay: packets, ...others } = options;
  const findingsFile = join(tmpdir(), `petstore-fuzz-${others.seed}-${process.pid}.jsonl`);
  print(`seed ${others.seed}, ${minutes * 60} s, ${others.connections} connections, ${others.api}`);
  const report = await runFuzz({
    ...others,
    ...(packets !== undefined && { packets }),
    seconds: minutes * 60,
    maxWaitMs,
    settleSeconds: 60,
    findingsFile,
    print,
  });
  for (const line of summarise(report)) print(line);
  for (const [problem, count] of report.times) print(`found ${count} times: ${problem}`);
  if (report.findings.length > 0) print(`to replay: npx --yes pnpm fuzz --replay ${findingsFile}`);
  print(`${report.packets} passed, ${report.findings.length} failed`);
  process.exitCode = report.findings.length === 0 ? 0 : 1;
}
