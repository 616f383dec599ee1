// This is a reporter of Vitest. It writes a file beside the JSON results with what they lack: the errors that belong to
// no test, and the seed of the order of tests.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

export default class UnhandledErrors {
  onInit(vitest) {
    const { root, outputFile, sequence } = vitest.config;
    if (sequence.shuffle) this.seed = sequence.seed;
    const results = typeof outputFile === "string" ? outputFile : outputFile.json;
    this.path = resolve(root, results).replace(/\.json$/, ".errors.json");
  }

  onTestRunEnd(_modules, errors) {
    const found = errors.map(({ VITEST_TEST_PATH: file, stack, message }) => ({
      file,
      message: stack ?? message ?? "",
    }));
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, JSON.stringify({ seed: this.seed, errors: found }));
  }
}
