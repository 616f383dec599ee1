import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "test/support/global-setup.ts",
    include: ["test/**/*.test.ts"],
    reporters: ["default", "json", "../../.ci/unhandled-errors.mjs"],
    outputFile: { json: ".turbo/test-results.json" },
    // There is only one worker. Its pages keep two of the browser's processes busy at a time.
    maxWorkers: 1,
    maxConcurrency: 2,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
