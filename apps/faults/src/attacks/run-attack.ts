import { setTimeout as sleep } from "node:timers/promises";
import { type Cleanup, createCleanup } from "@petstore/bench/dist/cleanup.js";
import { processorTimeOf } from "../service/processes.js";
import type { Service } from "../service/service-process.js";
import type { Attack, Target } from "./attack.js";
import { startAttacker, startVictim } from "./child.js";
import { addGains } from "./gains.js";
import { type Evidence, judge } from "./judge.js";
import { type AttackRun, openStage, readMostPerTurn } from "./stage.js";
import { summarise } from "./summarise.js";
import { watchMemory } from "./watch-memory.js";

const CALM_MS = 2_000;
const SHORT_CALM_MS = 500;
const POLL_MS = 100;
/** The number of files that a process opens in addition to its connections. */
const OWN_FILES = 500;
/** This time limit is long, because a service that hardly accepts connections slows an attack down. */
const BEGUN_WITHIN_MS = 60_000;
const RECOVERED_WITHIN_MS = 10_000;

export type Result = Evidence & { readonly name: string; readonly reasons: readonly string[] };

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

type Watched = { readonly service: Service; readonly hasBegun: () => boolean; readonly lastsMs: number };

/**
 * Waits for the end of the attack or of the service.
 * @returns When the service ended, in milliseconds after the call; undefined if it did not.
 */
const outlast = async ({ service, hasBegun, lastsMs }: Watched): Promise<number | undefined> => {
  const startedAt = performance.now();
  let endsAt = startedAt + BEGUN_WITHIN_MS + lastsMs;
  while (performance.now() < endsAt) {
    await sleep(POLL_MS);
    if (service.exit() !== undefined) return performance.now() - startedAt;
    if (hasBegun()) endsAt = Math.min(endsAt, performance.now() + lastsMs);
  }
  return undefined;
};

/** Starts as many processes as are needed to open all connections. */
const startAttackers = async ({ name }: Attack, count: number, { openFiles }: AttackRun, cleanup: Cleanup) => {
  const most = Math.max(1, openFiles - OWN_FILES);
  const shares = Array.from({ length: Math.ceil(count / most) }, (_, at) => ({
    first: at * most,
    count: Math.min(most, count - at * most),
  }));
  const attackers = await Promise.all(shares.map(() => startAttacker(name, cleanup)));
  return {
    strike: (target: Pick<Target, "port" | "access">) => {
      for (const [at, share] of shares.entries()) attackers[at]?.tell({ ...target, ...share });
    },
    hasBegun: () => attackers.every((attacker) => attacker.hasBegun()),
    stop: async () => addGains(await Promise.all(attackers.map((attacker) => attacker.stop()))),
  };
};

export const runAttack = async (
  run: AttackRun,
  attack: Attack,
  isShort: boolean,
  cleanup = createCleanup(),
): Promise<Result> => {
  try {
    const { service, access } = await openStage(run, attack, cleanup);
    const { full, short = full } = attack;
    const scale = isShort ? short : full;
    const victim = await startVictim(cleanup);
    const attackers = await startAttackers(attack, scale.count, run, cleanup);
    const { port } = service;
    victim.tell({ port, asks: attack.victims(access) });
    await sleep(isShort ? SHORT_CALM_MS : CALM_MS);
    const memory = await watchMemory(service);
    const before = await processorTimeOf(service.pid());
    victim.tell("attack");
    attackers.strike({ port, access });
    const { hasBegun } = attackers;
    const endedMs = await outlast({ service, hasBegun, lastsMs: scale.seconds * 1_000 });
    // The attack continues until the victim has received its last response.
    const { calm, attack: attacked } = await victim.stop();
    const after = await processorTimeOf(service.pid());
    const gains = await attackers.stop();
    const isRecovered = await recovers(service);
    await memory.stop();
    const evidence: Evidence = {
      scale,
      calm: summarise(calm),
      attacked: summarise(attacked),
      gains,
      rss: { firstMb: memory.firstMb, maxMb: memory.maxMb() },
      processor: { ranMs: after.ranMs - before.ranMs, waitedMs: after.waitedMs - before.waitedMs },
      ...(endedMs !== undefined && { ended: { afterMs: endedMs, how: service.exit() ?? "" } }),
      mostPerTurn: isRecovered ? await readMostPerTurn(service) : 0,
      isOverLimit: memory.isOver(),
      isRecovered,
    };
    return { name: attack.name, ...evidence, reasons: judge(attack, evidence, isShort) };
  } finally {
    await cleanup.all();
  }
};
