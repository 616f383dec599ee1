import { type Cleanup, createCleanup, exitAfterCleanup } from "../cleanup.js";

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Prints the result and sets the exit code. @param run - Resolves to a sentence for each check that failed. */
export const runChecks = (checks: number, run: (cleanup: Cleanup) => Promise<readonly string[]>): Promise<void> => {
  const cleanup = createCleanup();
  return exitAfterCleanup(cleanup, async () => {
    const problems = await run(cleanup);
    for (const problem of problems) print(`failed: ${problem}`);
    print(`${Math.max(0, checks - problems.length)} passed, ${problems.length} failed`);
    return problems.length === 0;
  });
};
