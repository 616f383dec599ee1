import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { number, readOptions } from "@petstore/bench/dist/command-line.js";
import { apiFolder } from "../options.js";
import { startPrivateService } from "../service/private-service.js";
import { storeDatabase } from "../store/postgres.js";
import { type CarefulWriters, startCarefulWriters } from "../traffic/careful-writers.js";
import { createLedger, findLosses } from "../traffic/ledger.js";
import { quantile } from "@petstore/bench/dist/statistics.js";
import { runChecks } from "../run-checks.js";

const help = `npx --yes pnpm faults:kills [--cycles 100] [--writers 32] [--api folder]

Kills the service and its private PostgreSQL in turn (kill -9) under writers that repeat each create with its
Idempotency-Key. No acknowledged write may be lost, and none may be there twice.
`;

const BETWEEN_MS = 700;
const BACK_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 60_000;
const CHECKS = 3;
const print = (line: string) => void process.stdout.write(`${line}\n`);
const load = () => loadavg()[0]?.toFixed(1);

/** @returns The time in milliseconds until a write that was sent after the kill is acknowledged. */
const untilWritesAreBack = async (writers: CarefulWriters, killedAt: number): Promise<number> => {
  for (;;) {
    const back = writers.seen.findLast(({ sentAt, outcome }) => sentAt > killedAt && outcome === "201");
    if (back !== undefined) return back.at - killedAt;
    if (performance.now() - killedAt > BACK_WITHIN_MS) throw new Error("No write was acknowledged after a kill.");
    await sleep(20);
  }
};

type Options = { readonly cycles: number; readonly writers: number; readonly api: string };

const run = async ({ cycles, writers: count, api }: Options, cleanup: Cleanup): Promise<string[]> => {
  const { service, key, postgres } = await startPrivateService(api, "write", cleanup);
  const ledger = createLedger();
  print(`${availableParallelism()} processors, load ${load()}, ${count} writers`);
  const writers = startCarefulWriters({ origin: service.origin, key, writers: count, categoryId: 1, ledger });
  cleanup.add(() => writers.stop(0));

  /** Both functions return the time at which the process ended, because it may acknowledge a write until then. */
  const killService = async () => {
    await service.kill();
    const killedAt = performance.now();
    service.start();
    return killedAt;
  };
  const killPostgres = async () => {
    process.kill(await postgres.postmaster(), "SIGKILL");
    return performance.now();
  };
  const times = { service: [] as number[], PostgreSQL: [] as number[] };
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    await sleep(BETWEEN_MS);
    const [name, kill] =
      cycle % 2 === 1 ? (["service", killService] as const) : (["PostgreSQL", killPostgres] as const);
    const killedAt = await kill();
    times[name].push(await untilWritesAreBack(writers, killedAt));
    if (cycle % 20 === 0) print(`${cycle} kills, ${ledger.created.size} writes acknowledged, load ${load()}`);
  }
  const open = await writers.stop(STOP_WITHIN_MS);
  const query = <Row extends object>(text: string, values?: readonly unknown[]) =>
    postgres.query<Row>(storeDatabase, text, values);
  const { lost, doubled } = await findLosses(query, ledger);
  for (const [name, each] of Object.entries(times)) {
    if (each.length === 0) continue;
    const [half, most] = [0.5, 1].map((part) => Math.round(quantile(each, part)));
    print(`${name}: killed ${each.length} times; the next write took ${half} ms in the median, ${most} ms at most`);
  }
  print(`${ledger.created.size} acknowledged, ${lost} lost, ${doubled} doubled`);
  return [
    ...(lost > 0 ? [`${lost} acknowledged writes are lost`] : []),
    ...(doubled > 0 ? [`${doubled} writes are doubled`] : []),
    ...(open > 0 ? [`${open} writers were never answered 201`] : []),
  ];
};

const options = readOptions({ api: apiFolder, cycles: number(100, 1, 1_000), writers: number(32, 1, 200) }, help);
if (options !== undefined) await runChecks(CHECKS, (cleanup) => run(options, cleanup));
