import { defineConfig } from "vitest/config";

const shared = {
  setupFiles: "test/support/navigator.ts",
  // Each worker loads Playwright once; what a file shares with others, it makes for itself.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // The default of a second is too short on a busy machine.
  expect: { poll: { timeout: 15_000 } },
};

/** Tests of dates run as staff west of UTC, at half an hour from it and on the day after see them, too. */
const zones = ["America/New_York", "Asia/Kolkata", "Pacific/Auckland"];
const dates = [
  "src/features/history/history.test.tsx",
  "src/features/pets/list/list.test.ts",
  "src/features/today/today.test.tsx",
  "src/lib/text/{format,local-days}.test.ts",
];
const inZone = (TZ: string) => ({ test: { ...shared, name: TZ, env: { TZ }, include: dates } });

export default defineConfig({
  test: {
    // One service for all projects: they do not extend this configuration, or each would start its own.
    globalSetup: "test/support/global-setup.ts",
    reporters: ["default", "json", "../../.ci/unhandled-errors.mjs"],
    outputFile: { json: ".turbo/test-results.json" },
    // Tests wait for pages a third of their time; the service, its PostgreSQL and the browser need the rest of the two cores.
    maxWorkers: 3,
    projects: [
      { test: { ...shared, name: "web", include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts"] } },
      ...zones.map(inZone),
    ],
  },
});
