import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { concurrentIndexOf } from "../../src/database/concurrent-index.js";

export type Finding = { readonly rule: string; readonly message: string };

/** The oldest version of PostgreSQL that the service supports. */
const PG_VERSION = "15";

/**
 * Rules that do not apply here: Prisma chooses the types and names, and the migrator sets the timeouts and never
 * repeats half of a migration.
 */
const excluded = [
  "prefer-bigint-over-int",
  "prefer-bigint-over-smallint",
  "prefer-identity",
  "prefer-robust-stmts",
  "prefer-text-field",
  "prefer-timestamp-tz",
  "require-enum-value-ordering",
  "require-lock-timeout",
  "require-statement-timeout",
];

const require = createRequire(import.meta.url);
const squawk = require.resolve("squawk-cli/js/bin/squawk");

/** Returns the findings of squawk for a migration, under the conditions in which the migrator runs it. */
export const lintMigration = (script: string): readonly Finding[] => {
  // A single statement with CONCURRENTLY runs outside a transaction.
  const transaction = concurrentIndexOf({ script }) === undefined ? ["--assume-in-transaction"] : [];
  const rules = [`--exclude=${excluded.join(",")}`, `--pg-version=${PG_VERSION}`, ...transaction];
  const options = ["--reporter=json", "--stdin-filepath=migration.sql", ...rules];
  const { stdout, stderr } = spawnSync(process.execPath, [squawk, ...options], { input: script, encoding: "utf8" });
  if (!stdout.startsWith("[")) throw new Error(`squawk failed: ${stderr}`);
  const findings = JSON.parse(stdout) as { rule_name: string; line: number; message: string }[];
  return findings.map(({ rule_name: rule, line, message }) => ({ rule, message: `line ${line + 1}: ${message}` }));
};
