import { writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { cases } from "./cases/cases.js";
import { type FaultCase, nameOf, type Run } from "./cases/fault-case.js";
import { type Result, runCase } from "./cases/run-case.js";
import { type Cleanup, createCleanup } from "./cleanup.js";
import type { Options } from "./options.js";
import { openRun } from "./run.js";
import { whyNoSmallDisk } from "./store/small-disk.js";
import { makeFolder } from "./store/store.js";
import { header, row } from "./table.js";

const CASE_MS = 75_000;

const print = (text: string) => process.stdout.write(`${text}\n`);

const runWithinDeadline = async (run: Run, faultCase: FaultCase, cleanup: Cleanup): Promise<Result> => {
  const own = createCleanup();
  const undo = cleanup.add(() => own.all());
  const deadline = new AbortController();
  const withinMs = CASE_MS + run.waitMs;
  const overdue = sleep(withinMs, undefined, { signal: deadline.signal }).then(() => {
    throw new Error(`it did not finish within ${withinMs / 1_000} s`);
  });
  overdue.catch(() => {});
  const running = runCase(run, faultCase, own);
  running.catch(() => {});
  try {
    return await Promise.race([running, overdue]);
  } finally {
    deadline.abort();
    await undo();
  }
};

const runAll = async (run: Run, chosen: readonly FaultCase[], cleanup: Cleanup) => {
  const results: Result[] = [];
  let failed = 0;
  for (const faultCase of chosen) {
    try {
      const result = await runWithinDeadline(run, faultCase, cleanup);
      results.push(result);
      print(row(result, run.waitMs));
      if (result.reasons.length > 0) failed += 1;
    } catch (error) {
      failed += 1;
      print(`${nameOf(faultCase)}: FAILED to run: ${(error as Error).message}`);
    }
  }
  return { results, failed };
};

const choose = ({ only, isShort }: Options) =>
  cases.filter((faultCase) => only.test(nameOf(faultCase)) && (!isShort || faultCase.isShort === true));

export const runSuite = async (options: Options, cleanup: Cleanup): Promise<boolean> => {
  const chosen = choose(options);
  if (chosen.length === 0) throw new RangeError("--only matches no case: --list prints their names.");
  if (options.isListing) {
    for (const faultCase of chosen) print(nameOf(faultCase));
    return true;
  }
  const noDisk = await whyNoSmallDisk(await makeFolder(cleanup));
  const possible = chosen.filter(({ store }) => store !== "small disk" || noDisk === undefined);
  const run = await openRun({ api: options.api }, options, cleanup);
  const load = loadavg()[0]?.toFixed(1);
  print(`${options.api}, on ${availableParallelism()} processors with a load of ${load}\n\n${header()}`);
  const { results, failed } = await runAll(run, possible, cleanup);
  for (const faultCase of chosen) {
    if (!possible.includes(faultCase)) print(`${nameOf(faultCase)}: skipped, because ${noDisk}.`);
  }
  if (options.json !== undefined) await writeFile(options.json, JSON.stringify(results, null, 2));
  print(`\n${possible.length - failed} passed, ${failed} failed`);
  return failed === 0;
};
