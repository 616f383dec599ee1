import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { SlowestFiles } from "./test/support/slowest-files.js";

/**
 * The tests that start processes (the service, PostgreSQL, Redis, a compiler), measure their own process, or create
 * many databases.
 */
const processes = [
  "src/database/migrate.test.ts",
  "src/database/open-database.test.ts",
  "src/database/refuse-standby.test.ts",
  "src/patches/close-untaken-connections.test.ts",
  "src/patches/navigator.test.ts",
  "src/patches/outlive-primary.test.ts",
  "src/pets/photos/create-photo.test.ts",
  "src/pets/photos/image-converter.test.ts",
  "src/startup/watchdog.test.ts",
  "test/curl.test.ts",
  "test/earlier-releases.test.ts",
  "test/floors.test.ts",
  "test/migrations.test.ts",
  "test/start.test.ts",
  "test/updated-contents.test.ts",
];

/**
 * The proofs: races, kills, silent connections, random traffic, several processes, query plans, linear time, every
 * status and example of the documents, the commands of `petstore`, and other programs (pnpm, the compiler, Prisma's
 * programs, nginx). They are not part of `npm test`. `.ci/run` runs them in a short form, and PROOFS=full in full.
 */
const proofs = [
  "src/**/*-races.test.ts",
  "src/cli/*.test.ts",
  "src/concurrency/rate-limit/redis-counter.test.ts",
  "src/csv/largest-imports.test.ts",
  "src/database/connection-watchdog.test.ts",
  "src/database/new-migration.test.ts",
  "src/database/pooler.test.ts",
  "src/database/private-postgres.test.ts",
  "src/database/standby.test.ts",
  "src/database/tls.test.ts",
  "src/database/warn-of-few-connections.test.ts",
  "src/pets/heavy-pets.test.ts",
  "src/pets/photos/excessive-images.test.ts",
  "src/pets/photos/photo-bucket.test.ts",
  "src/pets/store/lock-categories.test.ts",
  "src/request/body/large-bodies.test.ts",
  "test/*-processes.test.ts",
  "test/*-query-plans.test.ts",
  "test/abandoned-*.test.ts",
  "test/action-indexes-under-writes.test.ts",
  "test/attribute-query-plans.test.ts",
  "test/auth-document.test.ts",
  "test/ci-*.test.ts",
  "test/contract-readme.test.ts",
  "test/database-dump.test.ts",
  "test/dependency-audit.test.ts",
  "test/document-links.test.ts",
  "test/document.test.ts",
  "test/documented-commands.test.ts",
  "test/durability.test.ts",
  "test/failed-starts.test.ts",
  "test/fast-path-coverage.test.ts",
  "test/fast-path.test.ts",
  "test/first-start-examples.test.ts",
  "test/haproxy.test.ts",
  "test/hostile-connections.test.ts",
  "test/hostile-input.test.ts",
  "test/idempotency-*.test.ts",
  "test/late-database.test.ts",
  "test/migrations-under-writes.test.ts",
  "test/list-pets-under-writes.test.ts",
  "test/nginx.test.ts",
  "test/orders-race.test.ts",
  "test/query-plans.test.ts",
  "test/regular-expressions.test.ts",
  "test/response-cache.test.ts",
  "test/sign-in-timing.test.ts",
  "test/standby-reads.test.ts",
  "test/start-on-unfit-services.test.ts",
  "test/stopping*.test.ts",
  "test/unfinished-bodies.test.ts",
  "test/unknown-keys.test.ts",
  "test/worker-failures.test.ts",
  "test/worker-replacement.test.ts",
  "test/workers.test.ts",
];

const shared = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // The default of one second is too short on a busy machine.
  expect: { poll: { timeout: 20_000 } },
  onConsoleLog(log: string, type: "stdout" | "stderr"): never {
    throw new Error(`a test printed to ${type}: ${log}`);
  },
};

/** A start that usually takes a second may take half a minute on a machine with ten other tasks. */
const patient = { testTimeout: 180_000, hookTimeout: 180_000 };

/**
 * Importing the service takes half a second. With this option it happens once for each worker, and not for each file.
 */
const sharedModules = { isolate: false };

/**
 * The tests of whole commands, files, jobs and links. They take a third of the time of all tests that start no process.
 * QUICK=1 leaves them out. They are no project of their own, because the workers of each project import the service
 * again.
 */
const slow = [
  "src/audit/audit-coverage.test.ts",
  "src/categories/merge-jobs.test.ts",
  "src/csv/*.test.ts",
  "src/database/errors.test.ts",
  "src/database/transact.test.ts",
  "src/operation/batch-mutations.test.ts",
  "src/cli/store-check/*.test.ts",
  "src/web/*.test.ts",
];

const leftOut = [...processes, ...proofs, ...(process.env["QUICK"] === "1" ? slow : [])];
const inProcess = {
  ...shared,
  ...sharedModules,
  name: "in-process",
  setupFiles: "test/support/refuse-processes.ts",
  include: ["src/**/*.test.ts", "test/**/*.test.ts"],
  exclude: leftOut,
  sequence: { groupOrder: 2 },
};

export default defineConfig({
  test: {
    ...shared,
    reporters: ["default", "json", "../../.ci/unhandled-errors.mjs", new SlowestFiles()],
    outputFile: { json: ".turbo/test-results.json" },
    // All projects share one PostgreSQL. They do not extend this configuration, because then each would start its own.
    globalSetup: "test/global-setup.ts",
    // Most tests wait for the database or for a process. With one worker more than there are processors, the processors
    // stay busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { ...shared, ...patient, ...sharedModules, name: "processes", include: processes } },
      {
        test: { ...shared, ...patient, ...sharedModules, name: "proofs", include: proofs, sequence: { groupOrder: 1 } },
      },
      { test: inProcess },
    ],
  },
});
