import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "test/support/global-setup.ts",
    setupFiles: "test/support/navigator.ts",
    include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts"],
    reporters: ["default", "json", "../../.ci/unhandled-errors.mjs"],
    outputFile: { json: ".turbo/test-results.json" },
    // Tests wait for pages a third of their time; the service, its PostgreSQL and the browser need the rest of the two cores.
    maxWorkers: 3,
    // Each worker loads Playwright once; what a file shares with others, it makes for itself.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default of a second is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
  },
});
