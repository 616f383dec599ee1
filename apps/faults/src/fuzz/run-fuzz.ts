import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "@petstore/bench/dist/random.js";
import type { ProcessReport } from "../service/observed-service.js";
import { residentBytes } from "../service/processes.js";
import { exchange } from "./exchange.js";
import { createFindings, type Finding, type Findings } from "./findings.js";
import { type Packet, packetOf } from "./packet.js";
import { randomPacket } from "./packets.js";
import { createSender, type Sender } from "./sender.js";
import { hasReturned, openSubject, type Subject } from "./subject.js";
import { getRequest, validRequest, write } from "./valid-requests.js";

export type FuzzOptions = {
  readonly api: string;
  readonly seconds: number;
  readonly seed: number;
  readonly workers: number;
  readonly connections: number;
  readonly packets?: readonly Packet[];
  readonly maxWaitMs: number;
  /** How long the service may take to release memory. */
  readonly settleSeconds: number;
  readonly findingsFile: string;
  readonly print: (line: string) => void;
};

export type FuzzReport = {
  readonly packets: number;
  readonly statuses: ReadonlyMap<number, number>;
  readonly worstMs: number;
  readonly memory: { readonly before: ProcessReport; readonly peakRss: number; readonly after: ProcessReport };
  readonly findings: readonly Finding[];
  readonly times: ReadonlyMap<string, number>;
};

const HANG_MS = 10_000;
const WARM_UP = 200;
const mb = (bytes: number) => Math.round(bytes / 1e6);

const warmUp = async (subject: Subject, seed: number) => {
  const random = createRandom(seed);
  for (let sent = 0; sent < WARM_UP; sent += 1) {
    await exchange(
      subject.service.port,
      packetOf("valid", write(validRequest(random)), { stayMs: 1_000 }),
      subject.keys,
    );
  }
  await sleep(1_000);
};

const settle = async (
  subject: Subject,
  before: ProcessReport,
  { settleSeconds }: FuzzOptions,
  watch: () => Promise<void>,
) => {
  const giveUpAt = performance.now() + settleSeconds * 1_000;
  for (;;) {
    await sleep(1_000);
    const after = await subject.service.report().catch(watch);
    if (after === undefined) continue;
    const isOver = performance.now() > giveUpAt;
    if (isOver || (hasReturned(after.live, before.live) && hasReturned(after.rss, before.rss))) return after;
  }
};

/** Waits until the service answers, because the last packets may still delay or stop it. */
const untilAnswering = async (subject: Subject, watch: () => Promise<void>) => {
  await sleep(300);
  do {
    await watch();
    await sleep(100);
  } while (subject.probe().waitingMs() > 0);
};

/** Calls `work` at an interval, but never twice at the same time. @returns A function that stops the calls. */
const every = (ms: number, work: () => Promise<void>) => {
  let working: Promise<void> | undefined;
  const timer = setInterval(() => (working ??= work().finally(() => (working = undefined))), ms);
  return async () => {
    clearInterval(timer);
    await working;
  };
};

/** Reports a service that exits or hangs as a finding, and restarts the service. */
const createWatch = (subject: Subject, sender: Sender, findings: Findings) => async () => {
  const end = subject.service.exit();
  const waitingMs = subject.probe().waitingMs();
  if (end === undefined && waitingMs < HANG_MS) return;
  findings.add(
    end === undefined ? `hang: /healthz has not answered for ${Math.round(waitingMs)} ms` : `crash: ${end}`,
    sender.suspects(),
  );
  await sender.hold(() => subject.restart());
};

const checkAfterwards = async (
  subject: Subject,
  before: ProcessReport,
  options: FuzzOptions,
  findings: Findings,
  watch: () => Promise<void>,
) => {
  const after = await settle(subject, before, options, watch);
  for (const kind of ["live", "rss"] as const) {
    if (hasReturned(after[kind], before[kind])) continue;
    findings.add(`memory (${kind}) has not returned: ${mb(before[kind])} MB before, ${mb(after[kind])} MB after`, []);
  }
  for (const target of ["/readyz", "/v1/pets"]) {
    const answer = await exchange(
      subject.service.port,
      packetOf("check", getRequest(target), { stayMs: 5_000 }),
      subject.keys,
    );
    if (answer?.startsWith("HTTP/1.1 200 ") !== true) findings.add(`afterwards ${target} is not 200`, []);
  }
  return after;
};

export const runFuzz = async (options: FuzzOptions): Promise<FuzzReport> => {
  const { api, workers, seed, connections, packets } = options;
  const findings = createFindings(options.findingsFile, options.print);
  const sender = createSender(findings);
  const onAlarm = (kind: string, line: string) => {
    if (!findings.times.has(kind)) options.print(line);
    findings.add(kind, sender.suspects());
  };
  const subject = await openSubject({ api, workers, onAlarm });
  try {
    await warmUp(subject, seed);
    const before = await subject.service.report();
    let peakRss = before.rss;
    const watch = createWatch(subject, sender, findings);
    const endWatch = every(100, watch);
    const endMeasuring = every(250, async () => {
      peakRss = Math.max(peakRss, await residentBytes(subject.service.pid()));
    });
    const endsAt = performance.now() + options.seconds * 1_000;
    let drawn = 0;
    const client = async () => {
      while (performance.now() < endsAt && !findings.isFull()) {
        const random = createRandom(Math.imul(seed, 0x9e37_79b1) + (drawn += 1));
        await sender.send(subject, packets === undefined ? randomPacket(random) : random.pick(packets));
      }
    };
    await Promise.all(Array.from({ length: connections }, client));
    await Promise.all([endWatch(), endMeasuring()]);
    await untilAnswering(subject, watch);
    const worstMs = subject.worstMs();
    if (worstMs > options.maxWaitMs) findings.add(`/healthz took ${Math.round(worstMs)} ms`, sender.suspects());
    const after = await checkAfterwards(subject, before, options, findings, watch);
    return {
      ...sender.counts(),
      worstMs,
      memory: { before, peakRss, after },
      findings: findings.all,
      times: findings.times,
    };
  } finally {
    await subject.stop();
  }
};
