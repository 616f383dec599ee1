import type { Reporter, TestModule } from "vitest/node";

const SHOWN = 10;
const millisecondsOf = (module: TestModule) => {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return collectDuration + setupDuration + duration;
};

/** Prints the files that took longest, including their imports. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slowest = modules.toSorted((a, b) => millisecondsOf(b) - millisecondsOf(a)).slice(0, SHOWN);
    const lines = slowest.map(
      (module) => `${(millisecondsOf(module) / 1_000).toFixed(1).padStart(7)} s  ${module.relativeModuleId}`,
    );
    if (modules.length > SHOWN) process.stdout.write(`\n Slowest files\n${lines.join("\n")}\n`);
  }
}
