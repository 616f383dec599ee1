import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    reporters: ["default", "json", "../../.ci/unhandled-errors.mjs"],
    outputFile: { json: ".turbo/test-results.json" },
    testTimeout: 120_000,
    hookTimeout: 180_000,
    onConsoleLog(log, type) {
      throw new Error(`a test printed to ${type}: ${log}`);
    },
  },
});
