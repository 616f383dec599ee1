import { writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { type Cleanup, createCleanup, exitAfterCleanup } from "@petstore/bench/dist/cleanup.js";
import type { ValuesOf } from "@petstore/bench/dist/command-line.js";
import type { suiteOptions } from "./options.js";

type Result = { readonly reasons: readonly string[] };

export type Suite<Case, Found extends Result> = {
  readonly cases: readonly Case[];
  readonly nameOf: (one: Case) => string;
  /**
   * Opens what all cases share.
   * @returns A function that runs one case. Its result is undefined if this system does not allow the case.
   */
  readonly open: (cleanup: Cleanup) => Promise<(one: Case, own: Cleanup) => Promise<Found | undefined>>;
  readonly show: (result: Found) => string;
};

const print = (text: string) => void process.stdout.write(`${text}\n`);

export const describeMachine = (): string =>
  `${availableParallelism()} processors with a load of ${loadavg()[0]?.toFixed(1)}`;

const runAll = async <Case, Found extends Result>(
  { nameOf, open, show }: Suite<Case, Found>,
  chosen: readonly Case[],
  cleanup: Cleanup,
) => {
  const run = await open(cleanup);
  const results: Found[] = [];
  let broken = 0;
  for (const one of chosen) {
    const own = createCleanup();
    const undo = cleanup.add(() => own.all());
    try {
      const result = await run(one, own);
      if (result === undefined) continue;
      results.push(result);
      print([show(result), ...result.reasons.map((reason) => `    ${reason}`)].join("\n"));
    } catch (error) {
      broken += 1;
      print(`${nameOf(one)}: FAILED to run: ${(error as Error).message}`);
    } finally {
      await undo();
    }
  }
  return { results, broken };
};

/** Runs the cases that the options select, one after the other, and sets the exit code. */
export const runSuite = <Case, Found extends Result>(
  suite: Suite<Case, Found>,
  { only, list, json }: Omit<ValuesOf<typeof suiteOptions>, "api">,
): Promise<void> => {
  const cleanup = createCleanup();
  return exitAfterCleanup(cleanup, async () => {
    const chosen = suite.cases.filter((one) => only.test(suite.nameOf(one)));
    if (chosen.length === 0) throw new RangeError("--only matches nothing: --list prints the names.");
    if (list) {
      for (const one of chosen) print(suite.nameOf(one));
      return true;
    }
    const { results, broken } = await runAll(suite, chosen, cleanup);
    if (json !== undefined) await writeFile(json, JSON.stringify(results, null, 2));
    const passed = results.filter(({ reasons }) => reasons.length === 0).length;
    const failed = results.length - passed + broken;
    print(`\n${passed} passed, ${failed} failed`);
    return failed === 0;
  });
};
