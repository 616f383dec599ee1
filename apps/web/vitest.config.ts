import { defineConfig } from "vitest/config";

const shared = {
  setupFiles: "test/support/navigator.ts",
  // Each worker loads Playwright only once, so a file must create for itself what it could share with others.
  isolate: false,
  // A flow takes up to half a minute, and several times that if other programs use the processors.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // The default of a second is too short on a busy machine.
  expect: { poll: { timeout: 15_000 } },
};

/** The time zones in which the tests of dates run: west of UTC, half an hour off, and already on the next day. */
const zones = ["America/New_York", "Asia/Kolkata", "Pacific/Auckland"];
const dates = [
  "src/features/history/history.test.tsx",
  "src/features/pets/list/list.test.ts",
  "src/features/today/today.test.tsx",
  "src/lib/text/{format,local-days,relative}.test.ts",
];
const inZone = (TZ: string) => ({ test: { ...shared, name: TZ, env: { TZ }, include: dates } });

export default defineConfig({
  test: {
    // All projects share one service. They do not extend this configuration, because then each would start its own.
    globalSetup: "test/support/global-setup.ts",
    reporters: ["default", "json", "../../.ci/unhandled-errors.mjs"],
    outputFile: { json: ".turbo/test-results.json" },
    // Tests spend a third of their time waiting for pages. The service, its PostgreSQL and the browser need the rest of
    // the two cores.
    maxWorkers: 3,
    projects: [
      { test: { ...shared, name: "web", include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts"] } },
      ...zones.map(inZone),
    ],
  },
});
