import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    testTimeout: 180_000,
    hookTimeout: 180_000,
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    reporters: ["default", "json", "../../.ci/unhandled-errors.mjs"],
    outputFile: { json: ".turbo/test-results.json" },
  },
});
