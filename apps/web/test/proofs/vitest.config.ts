import { defineConfig } from "vitest/config";
import { SummaryReporter } from "./summary-reporter.js";

/** Runs the long proofs against the built admin, one after the other: `pnpm --filter @petstore/web prove`. */
export default defineConfig({
  test: {
    globalSetup: "test/support/global-setup.ts",
    include: ["test/proofs/*.proof.ts"],
    reporters: ["default", new SummaryReporter()],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
