import { type Cleanup, createCleanup, exitAfterCleanup } from "@petstore/bench/dist/cleanup.js";

const MOST_SHOWN = 20;
const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Prints the result and sets the exit code. @param run - Resolves to a sentence for each check that failed. */
export const runChecks = (checks: number, run: (cleanup: Cleanup) => Promise<readonly string[]>): Promise<void> => {
  const cleanup = createCleanup();
  return exitAfterCleanup(cleanup, async () => {
    const problems = await run(cleanup);
    for (const problem of problems.slice(0, MOST_SHOWN)) print(`failed: ${problem}`);
    print(`${Math.max(0, checks - problems.length)} passed, ${problems.length} failed`);
    return problems.length === 0;
  });
};
