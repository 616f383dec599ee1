// This is a reporter of Vitest. It writes what the JSON results lack next to them: the errors that belong to no test,
// and the seed.
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
