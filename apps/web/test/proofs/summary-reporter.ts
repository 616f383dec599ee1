import type { Reporter, TestModule } from "vitest/node";

const countTests = (modules: readonly TestModule[], state: "passed" | "failed"): number =>
  modules.reduce((sum, { children }) => sum + [...children.allTests(state)].length, 0);

/** Ends the output with a summary in one line. */
export class SummaryReporter implements Reporter {
  readonly onTestRunEnd = (modules: readonly TestModule[], errors: readonly unknown[]): void => {
    const moduleErrors = modules.reduce((sum, module) => sum + module.errors().length, 0);
    const failed = countTests(modules, "failed") + moduleErrors + errors.length;
    // Waits because the default reporter writes its own summary in the same task.
    setImmediate(() => process.stdout.write(`${countTests(modules, "passed")} passed, ${failed} failed\n`));
  };
}
