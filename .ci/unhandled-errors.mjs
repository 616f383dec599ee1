// This is a reporter of Vitest. It writes a file beside the JSON results with what they lack: the errors that belong to
// no test, those of the hooks of a file or a group, and the seed of the order of tests.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

const textOf = ({ stack, message }) => stack ?? message ?? "";

export default class UnhandledErrors {
  hooks = [];

  onInit(vitest) {
    const { root, outputFile, sequence } = vitest.config;
    if (sequence.shuffle) this.seed = sequence.seed;
    const results = typeof outputFile === "string" ? outputFile : outputFile.json;
    this.path = resolve(root, results).replace(/\.json$/, ".errors.json");
  }

  onTestSuiteResult(suite) {
    for (const error of suite.errors()) this.hooks.push({ file: suite.module.moduleId, message: textOf(error) });
  }

  onTestRunEnd(_modules, errors) {
    const found = errors.map((error) => ({ file: error.VITEST_TEST_PATH, message: textOf(error) }));
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, JSON.stringify({ seed: this.seed, errors: found, hooks: this.hooks }));
  }
}
