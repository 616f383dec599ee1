import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    testTimeout: 60_000,
    reporters: ["default", "json", "../../.ci/unhandled-errors.mjs"],
    outputFile: { json: ".turbo/test-results.json" },
    onConsoleLog(log, type) {
      throw new Error(`a test printed to ${type}: ${log}`);
    },
  },
});
