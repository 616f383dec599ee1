import { setTimeout as sleep } from "node:timers/promises";
import { type Cleanup, createCleanup } from "../cleanup.js";
import { createService, findFreePort, type Service } from "../service/service-process.js";
import { cloneStore } from "../store/postgres.js";
import type { Run } from "../cases/fault-case.js";
import { type Access, addAccess } from "./access.js";
import type { Attack, Scale } from "./attack.js";
import { startAttacker, startVictim } from "./child.js";
import { type Evidence, judge } from "./judge.js";
import { HEAP_MB, limitByGroup } from "./memory-limit.js";
import { summarise } from "./summarise.js";
import { watchMemory } from "./watch-memory.js";

const CALM_MS = 2_000;
const POLL_MS = 100;
const RECOVERED_WITHIN_MS = 10_000;

export type AttackRun = Pick<Run, "build" | "template" | "shared" | "sharedDataDir"> & {
  readonly isShort: boolean;
  readonly group: string | undefined;
  /** How many connections a process may open. */
  readonly openFiles: number;
};

export type Result = Evidence & { readonly name: string; readonly reasons: readonly string[] };

let clones = 0;

const stage = async (run: AttackRun, { env = {} }: Attack, cleanup: Cleanup) => {
  const database = `attacks_${process.pid}_${(clones += 1)}`;
  await cloneStore(run.shared, database, cleanup);
  const folder = `${run.sharedDataDir}/postgres`;
  const address = { DATABASE_URL: `postgresql://petstore@/${database}?host=${encodeURIComponent(folder)}` };
  const variables = { ...address, DATA_DIR: run.template.dataDir, ...env };
  const flags = [`--max-old-space-size=${HEAP_MB}`];
  const service = createService({ build: run.build, port: await findFreePort(), env: variables, flags }, cleanup);
  service.start();
  await service.ready();
  await limitByGroup(run.group, service.pid(), cleanup);
  const access = await addAccess(run.build, variables, run.shared, database);
  return { service, access: { ...access, origin: service.origin } satisfies Access };
};

const isReady = (service: Service) =>
  fetch(`${service.origin}/readyz`, { signal: AbortSignal.timeout(POLL_MS * 20) }).then(
    ({ status }) => status === 200,
    () => false,
  );

const recovers = async (service: Service): Promise<boolean> => {
  const giveUpAt = performance.now() + RECOVERED_WITHIN_MS;
  while (performance.now() < giveUpAt && service.exit() === undefined) {
    if (await isReady(service)) return true;
    await sleep(POLL_MS);
  }
  return false;
};

/** @returns when the service ended, in milliseconds from now; undefined if it lived */
const lastsFor = async (service: Service, ms: number): Promise<number | undefined> => {
  const startedAt = performance.now();
  while (performance.now() - startedAt < ms) {
    await sleep(POLL_MS);
    if (service.exit() !== undefined) return performance.now() - startedAt;
  }
  return undefined;
};

const scaleOf = ({ full, short = full }: Attack, { isShort, openFiles }: AttackRun): Scale => {
  const { count, seconds } = isShort ? short : full;
  return { count: Math.min(count, openFiles - 1_000), seconds };
};

export const runAttack = async (run: AttackRun, attack: Attack, cleanup = createCleanup()): Promise<Result> => {
  try {
    const { service, access } = await stage(run, attack, cleanup);
    const scale = scaleOf(attack, run);
    const victim = await startVictim(cleanup);
    const attacker = await startAttacker(attack.name, cleanup);
    const { port } = service;
    victim.tell({ port, asks: attack.victims(access) });
    await sleep(CALM_MS);
    const memory = await watchMemory(service);
    victim.tell("attack");
    attacker.tell({ port, access, scale });
    const endedMs = await lastsFor(service, scale.seconds * 1_000);
    const samples = victim.stop();
    const gains = await attacker.stop();
    const { calm, attack: attacked } = await samples;
    const isRecovered = await recovers(service);
    await memory.stop();
    const evidence: Evidence = {
      scale,
      calm: summarise(calm),
      attacked: summarise(attacked),
      gains,
      rss: { firstMb: memory.firstMb, maxMb: memory.maxMb() },
      ...(endedMs !== undefined && { endedMs }),
      isOverLimit: memory.isOver(),
      isRecovered,
    };
    return { name: attack.name, ...evidence, reasons: judge(attack, evidence, run.isShort) };
  } finally {
    await cleanup.all();
  }
};
