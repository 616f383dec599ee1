import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "test/support/global-setup.ts",
    include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts"],
    reporters: ["default", "json"],
    outputFile: { json: ".turbo/test-results.json" },
    // The service, its PostgreSQL and the browser share the two cores with the tests.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
