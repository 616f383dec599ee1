// A reporter of Vitest: writes the errors that belong to no test beside the JSON results, which lack them.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

export default class UnhandledErrors {
  onInit(vitest) {
    const { root, outputFile } = vitest.config;
    const results = typeof outputFile === "string" ? outputFile : outputFile.json;
    this.path = resolve(root, results).replace(/\.json$/, ".errors.json");
  }

  onTestRunEnd(_modules, errors) {
    const found = errors.map(({ VITEST_TEST_PATH: file, stack, message }) => ({
      file,
      message: stack ?? message ?? "",
    }));
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, JSON.stringify(found));
  }
}
