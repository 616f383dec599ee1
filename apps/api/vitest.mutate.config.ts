import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { quick, shared } from "./vitest.config.js";

const { MUTATED_FILE, MUTATED_TEXT } = process.env;

/** Serves a changed text in the place of one file: scripts/mutate.mjs says which. */
const mutation = {
  name: "mutation",
  enforce: "pre" as const,
  load: (id: string) =>
    MUTATED_TEXT !== undefined && id === MUTATED_FILE ? readFileSync(MUTATED_TEXT, "utf8") : undefined,
};

export default defineConfig({
  plugins: [mutation],
  test: { ...shared, ...quick, globalSetup: "test/global-setup.ts", reporters: "default", maxWorkers: 1 },
});
