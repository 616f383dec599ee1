import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    reporters: ["default", "json"],
    outputFile: { json: ".turbo/test-results.json" },
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
