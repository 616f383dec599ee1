import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    reporters: ["default", "json"],
    outputFile: { json: ".turbo/test-results.json" },
    onConsoleLog(log, type) {
      throw new Error(`a test printed to ${type}: ${log}`);
    },
  },
});
